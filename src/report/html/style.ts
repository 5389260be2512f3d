/** The report's only style sheet. Colours are defined once for light and once for dark. */
export const STYLE = `
:root{color-scheme:light dark;--page:#fff;--ink:#1c2024;--soft:#60646c;--line:#dddfe3;--box:#f5f6f8;
--pass:#18794e;--fail:#c62a2f;--warn:#8f5a00;--observed:#0b68cb;--unverified:#7a4fc0;--inapplicable:#60646c}
@media (prefers-color-scheme:dark){:root{--page:#14161a;--ink:#e6e8eb;--soft:#a0a5ad;--line:#32363d;--box:#1d2025;
--pass:#4cc38a;--fail:#ff8589;--warn:#f0b45a;--observed:#6cb6ff;--unverified:#b79cf2;--inapplicable:#a0a5ad}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:1.5rem 1rem 4rem;background:var(--page);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2.2rem 0 .6rem}
.banner{border-left:.4rem solid var(--soft);background:var(--box);padding:1rem 1.2rem;border-radius:.3rem}
.banner.conformant{border-color:var(--pass)}.banner.non-conformant{border-color:var(--fail)}
.banner.incomplete{border-color:var(--warn)}
.facts{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin:.4rem 0 0;color:var(--soft)}.facts b{color:var(--ink);font-weight:600}
.counts{display:grid;grid-template-columns:repeat(auto-fit,minmax(7rem,1fr));gap:.5rem;margin:1rem 0;padding:0;list-style:none}
.counts li{border:1px solid var(--line);border-radius:.3rem;padding:.4rem .7rem}
.counts strong{display:block;font-size:1.5rem;line-height:1.2}
.pass{color:var(--pass)}.fail{color:var(--fail)}.warn{color:var(--warn)}.observed{color:var(--observed)}
.unverified{color:var(--unverified)}.inapplicable{color:var(--inapplicable)}
article,details.clause{border:1px solid var(--line);border-radius:.3rem;margin:.6rem 0;padding:.7rem .9rem}
details.clause{padding:.35rem .9rem}
article h3{margin:0;font-size:1rem;font-weight:600}.meta{color:var(--soft);font-size:.88rem}
.badge{font-weight:700;margin-right:.4rem}
summary{cursor:pointer;overflow-wrap:anywhere}
.finding{border-top:1px solid var(--line);margin-top:.7rem;padding-top:.6rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem .9rem;margin:.3rem 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
pre{background:var(--box);border-radius:.3rem;padding:.6rem .8rem;margin:.3rem 0;overflow-x:auto;font-size:.85rem;
white-space:pre-wrap;overflow-wrap:anywhere}
code{font-family:ui-monospace,monospace;font-size:.9em}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.8rem}.pair>div{min-width:0}.pair h4{margin:.4rem 0 0;font-size:.88rem;color:var(--soft)}
dt{overflow-wrap:anywhere}
.question{border-top:1px solid var(--line);padding:.6rem 0}.question p{margin:.2rem 0}.asked{font-weight:600}
.question .meta{font-weight:400}.question code{overflow-wrap:anywhere}
.question dl{grid-template-columns:minmax(5rem,max-content) 1fr}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line);
overflow-wrap:anywhere}th{color:var(--soft);font-weight:600}
.wide{overflow-x:auto}
@media (max-width:40rem){.pair,dl{grid-template-columns:1fr}dt{margin-top:.3rem}}
@media print{body{max-width:none}details{break-inside:avoid}}
`;
