/**
 * How pictures look. Rests on the colours of the page: `--card`, `--box`, `--ink`, `--soft`, `--line` and those of verdicts.
 * Pictures measure the room that they are given, not the window.
 */
export const PICTURE_STYLE: string = `
.pictures{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;margin-top:.9rem}
.picture{margin:0;min-width:0;background:var(--card);border-radius:.7rem;box-shadow:var(--shadow);padding:1.25rem 1.5rem 1.1rem;container-type:inline-size}
.picture h3{margin:0;font-size:1.0625rem;line-height:1.35;font-weight:600}
.picture h4{margin:0;font-size:.9375rem;font-weight:600}
.picture p{margin:0}
.picture figcaption p{color:var(--soft);font-size:.9375rem;max-width:48rem;margin-top:.15rem;text-wrap:pretty;overflow-wrap:anywhere}
.picture figcaption strong{color:var(--ink);font-weight:600}
.pic-none h3{color:var(--soft)}
.picture svg{display:block}
.picture svg svg{display:inline}
.pic-keys{display:flex;flex-wrap:wrap;gap:.2rem 1.25rem;margin:.75rem 0 0;padding:0;list-style:none;font-size:.875rem;color:var(--soft)}
.pic-keys li{display:flex;align-items:center;gap:.45rem}
.pic-key{flex:none;overflow:visible}
.pic-rows{display:grid;grid-template-columns:max-content minmax(0,1fr);align-items:center;column-gap:.9rem;margin-top:.9rem}
.pic-name{font-size:.875rem;color:var(--soft);line-height:1.2;text-align:right;overflow-wrap:anywhere}
.pic-name b{display:inline-block;min-width:3.2em;margin-left:.3em;color:var(--ink);font-weight:600;font-variant-numeric:tabular-nums}
.pic-lane,.pic-axis,.pic-head,.pic-cells,.pic-bars{overflow:visible}
.pic-label{font-size:12px;fill:var(--soft)}
.pic-strong{fill:var(--ink);paint-order:stroke;stroke:var(--card);stroke-width:4px;stroke-linejoin:round}
.pic-tick{stroke:var(--soft)}
.pic-axis-name{margin-top:.35rem!important;font-size:.8125rem;color:var(--soft);text-align:center}
.pic-inside{fill:var(--pass-box)}
.pic-blur{fill:var(--warn);fill-opacity:.18}
.pic-line{stroke:var(--soft);stroke-dasharray:2 3}
.pic-break{stroke:var(--line)}
.pic-edge{stroke:var(--ink);stroke-width:1.5}
.pic-accepted{fill:var(--pass);fill-opacity:.82;stroke:var(--card)}
.pic-refused,.pic-fail{fill:none;stroke:var(--fail);stroke-width:2.2;stroke-linecap:round}
.pic-ring{fill:none;stroke:var(--fail);stroke-width:2}
.pic-unclear{fill:var(--card);stroke:var(--unverified);stroke-width:1.8}
.pic-warn{fill:var(--warn);stroke:var(--card)}
.pic-fail{stroke-width:2.6}
.pic-walks{display:grid;gap:1rem;margin:1rem 0 0;padding:0;list-style:none}
.pic-walk-head{font-size:.9375rem;overflow-wrap:anywhere}.pic-walk-head span{color:var(--soft)}
.pic-chain{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem 0;margin:.35rem 0 0;padding:0;list-style:none}
.pic-end,.pic-more{font-size:.875rem;color:var(--soft);padding:0 .7rem}
.pic-good{color:var(--pass)}.pic-bad{color:var(--fail);font-weight:600}
.pic-page{fill:var(--box);stroke:var(--soft)}
.pic-hollow{fill:none;stroke-dasharray:3 3}
.pic-fill{fill:var(--observed);fill-opacity:.26}
.pic-again{fill:var(--warn);fill-opacity:.5}
.pic-size{font-size:14px;font-weight:600;fill:var(--ink);font-variant-numeric:tabular-nums}
.pic-arrow{fill:none;stroke:var(--soft);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.pic-loop{fill:none;stroke:var(--fail);stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.pic-type{font-size:.875rem;font-weight:600;text-align:right;padding:.5rem 0 .1rem}
.pic-coverage .pic-name{font-size:.8125rem;white-space:nowrap}
.pic-cell{fill:var(--pass);fill-opacity:.75}
.pic-slit{fill:var(--card)}.pic-only{fill:var(--soft);fill-opacity:.8}.pic-open{fill:none;stroke:var(--unverified)}
.pic-wrong{fill:var(--card);stroke:var(--fail)}.pic-coverage .pic-fail,.pic-keys .pic-wrong+.pic-fail{stroke-width:2}
.pic-nothing{fill:var(--soft);fill-opacity:.55}
.pic-operation{margin-top:1.1rem}.pic-operation p{font-size:.875rem;color:var(--soft)}.pic-operation p b{color:var(--fail);font-weight:600}
.pic-bar{fill:var(--observed);fill-opacity:.5}
.pic-bars{border-bottom:1px solid var(--soft);margin-top:.4rem}
.pic-quantile{stroke:var(--ink)}
.pic-statuses{display:flex;flex-wrap:wrap;gap:.4rem .5rem;margin:.9rem 0 0;padding:0;list-style:none}
.pic-status{border-radius:.35rem;padding:.05rem .5rem;font-size:.875rem;background:var(--box);color:var(--ink);font-variant-numeric:tabular-nums;fill:none;stroke:none;white-space:nowrap}
.pic-status.pic-unclear{background:var(--unverified-box);color:var(--unverified)}
.pic-bar.pic-refused{stroke:none;fill:var(--observed)}.pic-bar.pic-unclear{stroke:none;fill:var(--unverified)}
.pic-causes{margin:.9rem 0 0;padding:0;list-style:none}
.pic-cause{display:grid;grid-template-columns:3.6rem minmax(0,15rem) minmax(0,1fr) 3.4rem;gap:0 .9rem;align-items:center;padding:.3rem 0;font-size:.9375rem}
.pic-cause .pic-status{text-align:center}
.pic-why{overflow-wrap:anywhere;line-height:1.3}
.pic-for{grid-column:2/-1;font-size:.8125rem;color:var(--soft);overflow-wrap:anywhere}
.pic-number{text-align:right!important;font-variant-numeric:tabular-nums}
.pic-spark{fill:var(--observed);fill-opacity:.75}
.pic-ground{stroke:var(--line)}
.pic-strip .pic-name{padding:.12rem 0}
.pic-table{margin-top:1rem;font-size:.875rem}
.pic-table>summary{display:inline-block;color:var(--link);cursor:pointer}
.pic-scroll{overflow-x:auto}
.pic-table table{border-collapse:collapse;margin-top:.5rem;width:100%}
.pic-table th,.pic-table td{padding:.25rem .9rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);font-weight:400;overflow-wrap:break-word;max-width:24rem}
.pic-table thead th{color:var(--soft)}.pic-table .pic-number{padding:.25rem .9rem .25rem .5rem;white-space:nowrap}
.pic-table thead .pic-number{white-space:normal}
@container (max-width:56rem){.pic-wider{display:none}}
@container (max-width:36rem){
.pic-strip .pic-name b{display:none}
.pic-wide{display:none!important}
.pic-rows{grid-template-columns:5.2rem minmax(0,1fr);column-gap:.6rem}
.pic-rows.pic-strip{grid-template-columns:minmax(0,6.6rem) minmax(0,1fr)}.pic-name{font-size:.75rem}.pic-name b{min-width:0;margin:0}.pic-rows.pic-coverage{grid-template-columns:max-content minmax(0,1fr)}.pic-coverage .pic-name{font-size:.625rem}.pic-cells .pic-cross{transform:scale(.46,.75)}
.pic-cause{grid-template-columns:3rem minmax(0,1fr) 3rem;gap:.1rem .6rem}.pic-cause .pic-status{padding:.05rem .3rem}
.pic-count{grid-column:2;grid-row:2}.pic-cause>.pic-number{grid-column:3;grid-row:1/3}}
@media (max-width:40rem){.picture{padding:1rem 1rem .9rem}}
@media print{.picture{box-shadow:none;border:1px solid var(--line);break-inside:avoid;print-color-adjust:exact}}
`;
