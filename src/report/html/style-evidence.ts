/** Findings: expected and actual, what was sent, what came back, and commands. */
export const EVIDENCE_STYLE: string = `
.printed{columns:16rem;margin-top:.6rem}.printed a{overflow-wrap:anywhere}
.finding{margin-top:1.25rem;padding:1rem 0 0 .9rem;margin-left:-.9rem;border-top:1px solid var(--line)}
.finding h3{font-size:1rem;line-height:1.4;overflow-wrap:anywhere}
.contrast{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:.6rem;margin-top:.75rem}
.contrast>div{border-radius:.5rem;padding:.6rem .9rem;overflow-wrap:anywhere}
.contrast dt{font-size:.8125rem;font-weight:600}
.contrast .expected{background:var(--pass-box)}.contrast .expected dt{color:var(--pass)}.contrast .expected dt::before{content:"✓ "/""}
.contrast .actual{background:var(--fail-box)}.contrast .actual dt{color:var(--fail)}.contrast .actual dt::before{content:"✕ "/""}
.seen{margin-top:.8rem;font-size:.9375rem}.seen h4{font-size:.875rem;font-weight:600}.seen h4 .soft{font-weight:400;overflow-wrap:anywhere}
.seen ul{columns:21rem;column-gap:2rem;margin-top:.2rem}.seen li{break-inside:avoid;padding:.12rem 0;overflow-wrap:anywhere}.seen b{font-weight:500;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.9em}.seen li .soft{font-size:.8125rem;margin-left:.35rem}
.command{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.3rem 1rem;align-items:start;margin-top:.7rem;font-size:.9375rem}
.command .name{font-weight:600}
.command code{display:block;background:var(--box);border-radius:.4rem;padding:.5rem .75rem;margin-top:.25rem;white-space:pre-wrap}
.command summary::before{content:"▸ "/"";color:var(--soft)}.command details[open]>summary::before{content:"▾ "/""}
button.copy{display:none;font:inherit;font-size:.8125rem;line-height:1.4;color:var(--link);background:none;border:1px solid var(--line);border-radius:.4rem;padding:.15rem .65rem;cursor:pointer}
.scripted button.copy{display:inline-block}button.copy:hover{border-color:var(--link)}
button.copy.copied::after{content:" ✓"}
.evidence{display:grid;grid-template-columns:1fr 1fr;gap:.9rem;margin-top:.9rem}.evidence>div{min-width:0}
.evidence h4{font-size:.875rem;font-weight:600}.evidence h4 .soft{font-weight:400}
pre.wire{margin:.25rem 0 0;background:var(--box);border-radius:.5rem;padding:.65rem 0;font-size:.8125rem;line-height:1.55;white-space:pre-wrap;overflow-wrap:anywhere;overflow-y:auto;max-height:34rem;padding-inline:1.6rem .8rem;border-block:1px solid var(--line)}
.line{display:block;text-decoration:none;color:inherit;margin:0 -.8rem 0 -1.6rem;padding:0 .8rem 0 1.6rem;position:relative}
.line::before{position:absolute;left:.55rem;font-weight:700}
ins.line{background:var(--fail-box)}ins.line::before{content:"+"/"sent here: ";color:var(--fail)}
del.line{background:var(--pass-box)}del.line::before{content:"−"/"as accepted: ";color:var(--pass)}
mark.line{background:var(--warn-box)}mark.line::before{content:"▸"/"here: ";color:var(--warn)}
ins.quiet,del.quiet{background:none;color:var(--soft)}ins.quiet::before,del.quiet::before{color:var(--soft)}.quiet b{font-weight:400;text-decoration:none}
.more-lines{font-size:.8125rem;color:var(--soft);margin-top:.2rem}.more-lines::before{content:"↓ "/""}.on-paper{display:none}
.no-curl{margin-top:.7rem;font-size:.9375rem}.no-curl .name{font-weight:600}
.line b{font-weight:700;text-decoration:underline;text-underline-offset:.2em}
.difference{margin-top:.6rem;font-size:.9375rem;overflow-wrap:anywhere}
.key{color:var(--soft);font-size:.875rem}.key ins,.key del{text-decoration:none;font-weight:700;font-family:ui-monospace,monospace;padding:0 .25rem;border-radius:.2rem}
.key ins{color:var(--fail);background:var(--fail-box)}.key del{color:var(--pass);background:var(--pass-box)}
@media (max-width:55rem){.evidence{grid-template-columns:minmax(0,1fr)}}
@media (max-width:40rem){.finding{padding-left:0;margin-left:0}.finding.reached{padding-left:.6rem}.command{grid-template-columns:minmax(0,1fr)}.command button.copy{justify-self:start}}

.question{background:var(--card);padding:1.1rem 1.25rem;border-color:var(--line)}
.question:nth-child(1 of .question:not([hidden])){border:0;border-radius:.7rem .7rem 0 0;margin-top:.9rem}.question:nth-last-child(1 of .question:not([hidden])){border-bottom-left-radius:.7rem;border-bottom-right-radius:.7rem}
.question .badge{font:400 .875rem ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;color:var(--soft);margin-right:.6rem}.meta{color:var(--soft)}
@media print{.command:has(>details:not([open])){display:none}pre.wire{max-height:none;overflow:visible;box-decoration-break:clone}.off-paper,.more-lines{display:none}.on-paper{display:block;font-style:italic}.evidence{grid-template-columns:minmax(0,1fr)}}
`;
