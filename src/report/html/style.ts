import { PICTURE_STYLE } from '../pictures/picture-style.js';
import { QUESTIONS_STYLE } from '../questions/render-questions.js';
import { EVIDENCE_STYLE } from './style-evidence.js';
import { LAYOUT_STYLE } from './style-layout.js';
import { CLAUSE_STYLE } from './style-clauses.js';

/** Colours, defined once for light and once for dark; each pair of text and ground has a contrast of 4.5 and more. */
const COLOURS = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--box:#f3f5f8;--ink:#191c21;--soft:#596170;--line:#d9dde4;--link:#1f57c3;
--fail:#b3202b;--warn:#875100;--unverified:#6638ad;--observed:#1560ad;--pass:#17703f;--inapplicable:#5a626e;
--fail-box:#fdecec;--warn-box:#fdf1dc;--unverified-box:#f2ecfc;--observed-box:#e7f1fc;--pass-box:#e5f5eb;--inapplicable-box:#eceef2;
--shadow:0 1px 2px rgb(20 25 35/.06),0 4px 16px rgb(20 25 35/.04)}
@media screen and (prefers-color-scheme:dark){:root{--page:#0e1115;--card:#161a20;--box:#1d222a;--ink:#e7eaee;--soft:#a2abb8;--line:#2d343e;--link:#8db8ff;
--fail:#ff9599;--warn:#f2b75f;--unverified:#c3a9f8;--observed:#80bcff;--pass:#63d198;--inapplicable:#a2abb8;
--fail-box:#3b1c1f;--warn-box:#362912;--unverified-box:#2a2141;--observed-box:#172b43;--pass-box:#133021;--inapplicable-box:#232932;
--shadow:0 0 0 1px rgb(255 255 255/.02)}}
`;

/** The page's only style sheet. */
export const STYLE: string = `${COLOURS}${LAYOUT_STYLE}${CLAUSE_STYLE}${PICTURE_STYLE}${QUESTIONS_STYLE}${EVIDENCE_STYLE}`;
