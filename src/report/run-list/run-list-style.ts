/** What the list of runs adds to the style of the report, whose colours it shares. */
export const RUN_LIST_STYLE = `
.page.narrow{max-width:68rem}
.list-title{font-size:2.125rem;font-weight:700;letter-spacing:-.015em;line-height:1.2}
main{margin-top:1.5rem}main>.runs+.runs{margin-top:1rem}
.subject{display:flex;justify-content:space-between;align-items:center;gap:1rem 2rem;padding:1rem 1.25rem}
.subject>div{min-width:0}.subject h2{font-size:1.125rem;line-height:1.35;overflow-wrap:anywhere}
.trend{flex:none}.trend .fail{fill:var(--fail)}.trend .warn{fill:var(--warn)}.trend .unverified{fill:var(--unverified)}.trend .pass{fill:var(--pass);opacity:.35}
.runs table{width:100%;border-collapse:collapse;font-size:.9375rem;table-layout:fixed}
.runs th,.runs td{text-align:left;vertical-align:top;padding:.6rem .9rem .6rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.runs th:first-child{padding-left:1.25rem}.runs td:last-child{padding-right:1.25rem}
.runs thead th{font-size:.8125rem;font-weight:500;color:var(--soft);padding-block:.4rem}
.runs thead th:nth-child(1){width:34%}.runs thead th:nth-child(2){width:17%}.runs thead th:nth-child(3){width:11%}.runs thead th:nth-child(4){width:21%}
.runs tbody th{font-weight:400}.runs tbody th>.soft{display:block}.runs time{white-space:nowrap}
.runs a{text-decoration:none}.runs a:hover .word{text-decoration:underline}
.counted{display:grid;grid-template-columns:3fr 3fr 3fr 4fr;max-width:15rem;white-space:nowrap;font-variant-numeric:tabular-nums}.counted li{display:inline-flex;align-items:center;gap:.25rem}
.counted .soft b{font-weight:400}.counted .soft .mark{color:inherit}
@media (max-width:55rem){
.runs table,.runs tbody,.runs tr,.runs th,.runs td{display:block;width:auto!important}.runs thead{display:none}
.runs tr{border-top:1px solid var(--line);padding:.7rem .9rem}.runs tbody th,.runs td{border:0;padding:.05rem 0!important}
.runs td::before{content:attr(data-label) ": ";color:var(--soft)}.counted{display:inline-grid;width:15rem}.subject{padding:.9rem}}
@media (max-width:40rem){.subject{display:block}.subject .trend{margin-top:.6rem;max-width:100%}}
@media print{.runs tr,.subject{break-inside:avoid}}
`;
