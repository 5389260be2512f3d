/** The only style sheet of the matrix. Colours are defined once for light and once for dark. */
export const MATRIX_STYLE = `
:root{color-scheme:light dark;--page:#fff;--ink:#1c2024;--soft:#60646c;--line:#dddfe3;--box:#f5f6f8;--band:#f1f3f6;
--own:#18794e;--also:#57b18a;--wrong:#c62a2f;--open:#7a4fc0;--cross:#0b68cb22}
@media (prefers-color-scheme:dark){:root{--page:#14161a;--ink:#e6e8eb;--soft:#a0a5ad;--line:#32363d;--box:#1d2025;--band:#1b1e23;
--own:#4cc38a;--also:#2f7d5a;--wrong:#ff8589;--open:#b79cf2;--cross:#6cb6ff33}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:88rem;padding:1.5rem 1rem 5rem;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2.2rem 0 .6rem}
h3{font-size:.95rem;margin:1.2rem 0 .2rem}h3 span{color:var(--soft);font-weight:400}
.banner{border-left:.4rem solid var(--wrong);background:var(--box);padding:1rem 1.2rem;border-radius:.3rem}
.banner.holds{border-color:var(--own)}.banner p{margin:.3rem 0 0}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr));gap:.6rem;margin:1rem 0;padding:0;list-style:none}
.figures li{border:1px solid var(--line);border-radius:.3rem;padding:.5rem .8rem;color:var(--soft);font-size:.88rem;line-height:1.35}
.figures strong{display:block;font-size:1.5rem;line-height:1.3;color:var(--ink);font-variant-numeric:tabular-nums}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;color:var(--soft);font-size:.88rem;margin:.4rem 0;padding:0;list-style:none}
.mark{vertical-align:-2px;margin-right:.4rem}
.matrix{overflow-x:auto}svg{display:block}.legend svg{display:inline}
svg text{font:11px system-ui,sans-serif;fill:var(--soft)}.rows text{text-anchor:end}
.band{fill:var(--band)}.cross{fill:var(--cross)}
.own{fill:var(--own)}.also{fill:var(--also)}.wrong,.missed{fill:var(--wrong)}.open{fill:var(--open)}.missed{fill-rule:evenodd}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
td{overflow-wrap:anywhere}td:first-child{min-width:12rem}
th{color:var(--soft);font-weight:600}td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}
code{font-family:ui-monospace,monospace;font-size:.9em}
input{font:inherit;padding:.35rem .6rem;border:1px solid var(--line);border-radius:.3rem;background:var(--page);color:var(--ink);width:min(26rem,100%)}
.under{position:fixed;left:0;right:0;bottom:0;background:var(--box);border-top:1px solid var(--line);padding:.5rem 1rem;font-size:.9rem;min-height:2.6rem}
.under[hidden],tr[hidden]{display:none}
.wide{overflow-x:auto}
@media print{.under,.search{display:none}body{max-width:none}}
`;
