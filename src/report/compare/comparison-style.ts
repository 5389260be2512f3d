/** What a comparison adds to the style of the report, whose colours and layout it shares. */
export const COMPARISON_STYLE: string = `
.page.narrow{max-width:68rem}
.sides{width:100%;border-collapse:collapse;margin-top:1.3rem;font-size:.9375rem;table-layout:fixed}
.sides th,.sides td{text-align:left;vertical-align:top;padding:.4rem .9rem .4rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.sides thead td{width:7.5rem;border:0}.sides th[scope=row]{font-weight:400;color:var(--soft)}.sides thead th{border:0;font-weight:600}
.sides .differs td{font-weight:600}.sides .differs th::after{content:" ≠"/" (differs)";color:var(--warn);font-weight:700}
.tiles{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));gap:.7rem;margin-top:1.25rem}
.tiles a,.tiles span.empty{display:block;height:100%;background:var(--card);border-radius:.7rem;box-shadow:var(--shadow);padding:.75rem 1rem;color:var(--soft);text-decoration:none}
.tiles b{display:block;font-size:1.625rem;line-height:1.2;color:var(--ink);font-variant-numeric:tabular-nums}
.tiles .empty b{color:inherit;font-weight:400}.tiles a:hover{box-shadow:0 0 0 2px var(--link)}
.tiles .newlyBroken b{color:var(--fail)}.tiles .mended b{color:var(--pass)}.tiles .noLongerVerified b{color:var(--unverified)}.tiles .answers b{color:var(--observed)}
.lists{margin-top:2rem}
.lists>.group{scroll-margin-top:1rem}
.change{border-top:1px solid var(--line);padding:.8rem 1.25rem;break-inside:avoid}.change:last-child{border-radius:0 0 .7rem .7rem}
.change h3{font-size:1rem;font-weight:500;line-height:1.45;overflow-wrap:anywhere}.change h3 .id{color:var(--soft);font-size:.875rem;margin-right:.6rem}
.newlyBroken .change h3{font-weight:600}
.change .finding{margin-left:0;padding-left:0}.change .finding h4::first-letter{text-transform:none}
.became{display:flex;flex-wrap:wrap;align-items:center;gap:.15rem .5rem;margin-top:.2rem;font-size:.9375rem;overflow-wrap:anywhere}
.became .arrow{color:var(--soft)}.became .came{display:inline-flex;align-items:center;gap:.3rem;font-weight:600}
.change .reason{color:var(--soft);font-size:.9375rem;overflow-wrap:anywhere}
.was-is{width:100%;border-collapse:collapse;margin-top:.5rem;font-size:.9375rem;table-layout:fixed}
.was-is th,.was-is td{text-align:left;vertical-align:top;padding:.3rem .9rem .3rem 0;overflow-wrap:anywhere;border-top:1px solid var(--line)}
.was-is thead th{border:0;font-size:.8125rem;color:var(--soft);font-weight:500}.was-is tbody th{font-weight:400}
.was-is thead th:first-child{width:30%}.was-is .was{color:var(--soft)}.was-is .is{font-weight:600}
.timing p{display:grid;grid-template-columns:5.5rem minmax(0,1fr) 12rem;gap:.2rem .9rem;align-items:center;margin-top:.35rem;font-size:.9375rem;color:var(--soft);font-variant-numeric:tabular-nums}.timing p b{color:var(--ink)}
.bar{display:block;width:100%;height:1rem;background:var(--box);border-radius:.25rem}.bar.was{fill:var(--soft)}.bar.is{fill:var(--observed)}.bar.slow{fill:var(--warn)}
.flow{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.2rem 1.25rem 1.2rem}
.flow th,.flow td{padding:.4rem .7rem;text-align:right}.flow thead th{font-size:.8125rem;font-weight:500;color:var(--soft);vertical-align:bottom}
.flow tbody th{text-align:left;font-weight:400;color:var(--soft);white-space:nowrap}.flow tbody td{border:1px solid var(--line);min-width:3rem;font-weight:600}
.flow td.same{font-weight:400;color:var(--soft);background:var(--box)}.flow td.none{color:transparent;font-weight:400}.flow td.worse{background:var(--fail-box);color:var(--fail)}.flow td.better{background:var(--pass-box);color:var(--pass)}
.scroll{overflow-x:auto}
@media (max-width:40rem){
.sides,.sides tbody,.sides tr,.sides td,.sides th{display:block;width:auto!important}.sides thead{display:none}.sides tr{border-top:1px solid var(--line);padding:.5rem 0}
.sides th,.sides td{border:0!important;padding:.05rem 0}.sides td::before{content:attr(data-side) ": ";color:var(--soft);font-weight:400}
.tiles{grid-template-columns:1fr 1fr}.change{padding:.8rem .9rem}
.was-is thead{display:none}.was-is,.was-is tbody,.was-is tr,.was-is td,.was-is th{display:block}.was-is th,.was-is td{padding:.1rem 0;border:0}.was-is tr{border-top:1px solid var(--line);padding:.35rem 0}.was-is td::before{content:attr(data-side) ": ";color:var(--soft);font-weight:400}
.flow{margin-inline:.9rem}.flow th,.flow td{padding:.35rem .45rem}.flow thead th{writing-mode:vertical-rl;transform:rotate(180deg);text-align:left;padding:.4rem .1rem}.flow td{min-width:2rem}.timing p{grid-template-columns:5.5rem minmax(0,1fr)}.timing .bar{grid-column:1/-1;grid-row:2}}
@media print{.tiles,.change{break-inside:avoid}.tiles a,.tiles span.empty{box-shadow:none;border:1px solid var(--line)}}
`;
