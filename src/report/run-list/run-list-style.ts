/** What the list of runs adds to the style of the report, whose colours it shares. */
export const RUN_LIST_STYLE: string = `
.page.narrow{max-width:68rem}
.list-title{font-size:2.125rem;font-weight:700;letter-spacing:-.015em;line-height:1.2}
main{margin-top:1.5rem}main>.runs+.runs{margin-top:1rem}
.subject{display:flex;justify-content:space-between;align-items:center;gap:1rem 2rem;padding:1rem 1.25rem}
.subject>div{min-width:0}.subject h2{font-size:1.125rem;line-height:1.35;overflow-wrap:anywhere}
.trends{flex:none;text-align:right}.trends p{font-size:.75rem}.swatch{display:inline-block;width:.6rem;height:.6rem;border-radius:.15rem;margin:0 .25rem 0 .5rem}.swatch.fail{background:var(--fail)}.swatch.warn{background:var(--warn)}.swatch.unverified{background:var(--unverified)}.swatch.pass{background:var(--pass);opacity:.35}
.trends .from{margin-left:.6rem;white-space:nowrap}
.folder{display:block;font-size:.8125rem}.trend .fail{fill:var(--fail)}.trend .warn{fill:var(--warn)}.trend .unverified{fill:var(--unverified)}.trend .pass{fill:var(--pass);opacity:.35}
.runs table{width:100%;border-collapse:collapse;font-size:.9375rem;table-layout:fixed}
.runs th,.runs td{text-align:left;vertical-align:top;padding:.6rem .9rem .6rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.runs th:first-child{padding-left:1.25rem}.runs td:last-child{padding-right:1.25rem}
.runs thead th{font-size:.8125rem;font-weight:500;color:var(--soft);padding-block:.4rem}
.runs thead th:nth-child(1){width:29%}.runs thead th:nth-child(2){width:20%}.runs thead th:nth-child(3){width:12%}.runs thead th:nth-child(4){width:25%}
.runs tbody th{font-weight:400}.runs tbody th>.soft{display:block}.runs time{white-space:nowrap}
.runs a{text-decoration:none}.runs a:hover .word{text-decoration:underline}
.counted{display:grid;grid-template-columns:repeat(4,minmax(max-content,1fr));gap:0 .7rem;max-width:17rem;white-space:nowrap;font-variant-numeric:tabular-nums}.counted li{display:inline-flex;align-items:center;gap:.25rem}
.counted .soft b{font-weight:400}.counted .soft .mark{color:inherit}
@media print,(max-width:55rem){.runs table{font-size:.8125rem}.runs thead th:nth-child(1){width:25%}.runs thead th:nth-child(2){width:23%}.runs thead th:nth-child(4){width:26%}.runs time{white-space:normal}.counted{gap:0 .3rem}}
@media screen and (max-width:44rem){
.runs table{font-size:.9375rem}.runs table,.runs tbody,.runs tr,.runs th,.runs td{display:block;width:auto!important}.runs thead{display:none}
.runs tr{border-top:1px solid var(--line);padding:.7rem .9rem}.runs tbody th,.runs td{border:0;padding:.05rem 0!important}
.runs td::before{content:attr(data-label) ": ";color:var(--soft)}.counted{display:inline-grid;width:16rem}.subject{padding:.9rem}}
@media (max-width:40rem){.subject{display:block}.trends{margin-top:.6rem;text-align:left}.trend{max-width:100%}.swatch:first-child{margin-left:0}}
@media print{.runs tr,.subject{break-inside:avoid}}
`;
