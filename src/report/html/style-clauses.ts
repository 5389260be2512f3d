/** Clauses, the groups they stand in, and the map of the document. */
export const CLAUSE_STYLE: string = `
.shown:not(:empty){margin-bottom:.75rem;font-weight:600;overflow-wrap:anywhere}
.none,.calm{background:var(--card);border-radius:.7rem;padding:1.25rem 1.5rem;box-shadow:var(--shadow)}
.calm:not([hidden]){display:flex;gap:.8rem;align-items:center;margin-bottom:.9rem}.calm .mark{width:1.4rem;height:1.4rem}
summary{cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}
.group{background:var(--card);border-radius:.7rem;box-shadow:var(--shadow)}.group+.group{margin-top:.9rem}
.group>summary{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.1rem 1rem;padding:.95rem 1.25rem;border-radius:.7rem}
.group>summary::after,.reason>summary::after,.clause>summary::after{content:"";width:.5rem;height:.5rem;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(45deg);justify-self:end;align-self:center;margin:-.2rem .2rem 0 0}
.group>summary::after{grid-row:1/3;grid-column:2}
.group[open]>summary::after,.reason[open]>summary::after,.clause[open]>summary::after{transform:rotate(-135deg);margin-top:.3rem}
.group>summary h2{display:flex;align-items:center;gap:.6rem;font-size:1.125rem;line-height:1.35}
.group>summary h2 .label::first-letter{text-transform:uppercase}.group>summary h2 .label{display:inline-block}
.group>summary h2 .count{font-weight:500;color:var(--soft);font-variant-numeric:tabular-nums}
.group>summary .soft{padding-left:1.6rem;font-size:.9375rem}
.group:not([open])>summary:hover,.reason>summary:hover,.clause>summary:hover{background:var(--box)}
.reason>summary{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.1rem 1rem;padding:.75rem 1.25rem .75rem 2.85rem;border-top:1px solid var(--line)}
.reason>summary::after{grid-row:1/3;grid-column:2}.reason[open]>summary{background:var(--box)}
.reason h3{font-size:1rem;font-weight:600;overflow-wrap:anywhere}.reason h3::first-letter{text-transform:uppercase}.reason .soft{font-size:.9375rem}
.clause{border-top:1px solid var(--line)}
.clause:last-child{border-radius:0 0 .7rem .7rem}
.clause>summary{display:grid;grid-template-columns:auto 4.6rem minmax(0,1fr) auto auto;gap:0 .75rem;padding:.65rem 1.25rem;align-items:baseline}
.clause>summary .mark{align-self:start;margin-top:.25rem}
.clause .id{font-size:.875rem;color:var(--soft)}
.clause .says{overflow-wrap:anywhere}.clause .came{display:block;color:var(--soft);font-size:.9375rem}.clause .came b{font-weight:600}
.clause[data-verdict=fail]>summary .says,.clause[data-verdict=warn]>summary .says{font-weight:600}.clause .came{font-weight:400}
.clause .tally{color:var(--soft);font-size:.875rem;font-variant-numeric:tabular-nums;white-space:nowrap}
.inside{padding:.6rem 1.25rem 1.4rem 3rem}
.facts{display:grid;grid-template-columns:6rem minmax(0,1fr);gap:.3rem 1rem;font-size:.9375rem}
.facts dt{color:var(--soft)}.facts dd{overflow-wrap:anywhere}
.tries li+li{margin-top:.35rem}.tries code{font-size:.8125rem}.tries .answered{font-weight:500}
.where{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;align-items:center;font-size:.875rem;color:var(--soft);margin-top:.4rem;overflow-wrap:anywhere}
.permalink{display:inline-flex;gap:.5rem;align-items:center;overflow-wrap:anywhere}
.reached>summary,.finding.reached{box-shadow:inset .2rem 0 0 var(--link)}

.map{width:100%;border-collapse:separate;border-spacing:0;background:var(--card);border-radius:.7rem;box-shadow:var(--shadow);margin-top:.9rem}
.map th,.map td{text-align:left;vertical-align:top;padding:.55rem .6rem}
.map thead th{font-size:.875rem;font-weight:500;color:var(--soft);padding:.8rem .6rem .4rem}
.map :is(th,td):first-child{padding-left:1.25rem;width:30%}.map :is(th,td):last-child{padding-right:1.25rem}
.map tbody th,.map tbody td{border-top:1px solid var(--line)}
.map tbody th{font-weight:400;line-height:1.35}.map tbody th a{display:grid;grid-template-columns:2.2rem minmax(0,1fr);color:inherit;text-decoration:none;overflow-wrap:anywhere}.map tbody th a:hover{text-decoration:underline}
.map .number{color:var(--soft);font-variant-numeric:tabular-nums}
.map td{line-height:0}
.spot{display:inline-grid;place-items:center;width:1.625rem;height:1.625rem;border-radius:.35rem;margin:0 .2rem .2rem 0}
.spot .mark{width:1rem;height:1rem}
.spot.fail{background:var(--fail)}.spot.fail .mark{color:var(--card);stroke-width:2.6}
.spot.warn{background:var(--warn)}.spot.warn .mark{color:var(--card);stroke-width:2.6}
.spot.unverified{background:var(--unverified-box);box-shadow:inset 0 0 0 1px var(--unverified)}
.spot.observed{background:var(--observed-box)}.spot.pass{background:var(--pass-box)}
.spot.inapplicable{opacity:.75}.spot.dim{opacity:.18}
.spot:hover{box-shadow:0 0 0 2px var(--link)}
.pointed{min-height:3.1em;padding:.6rem 0 0;line-height:1.5;overflow-wrap:anywhere}
.legend{display:grid;grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:.6rem 1.75rem;margin-top:.6rem;font-size:.875rem}
.legend dt{font-weight:600}.legend dd{color:var(--soft)}

@media (max-width:62rem){.map th:first-child{width:34%}}
@media screen and (min-width:40rem) and (max-width:62rem){.tally .long{display:none}}
@media (max-width:40rem){
.group>summary{padding:.85rem .9rem}.group>summary .soft{padding-left:0}
.clause>summary{grid-template-columns:auto minmax(0,1fr) auto auto;gap:.1rem .6rem;padding:.7rem .9rem}
.clause>summary .says{grid-column:1/-1;grid-row:2}.reason>summary{padding-inline:.9rem}
.inside{padding:.5rem .9rem 1.1rem}
.facts{grid-template-columns:minmax(0,1fr);gap:0}.facts dd+dt{margin-top:.5rem}
.map,.map tbody,.map tr,.map th,.map td{display:block;width:auto!important}.map thead{display:none}
.map tr{border-top:1px solid var(--line);padding:.7rem .9rem}.map tr:first-child{border-top:0}
.map tbody tr>*{border:0;padding:0}.map td:empty{display:none}
.map td::before{content:attr(data-role);display:block;font-size:.8125rem;line-height:1.6;color:var(--soft);margin-top:.35rem}
.spot{width:1.85rem;height:1.85rem}
.legend{grid-template-columns:minmax(0,1fr)}}
@media print{.group>summary{grid-template-columns:minmax(0,1fr)}.clause{break-inside:auto}.clause>summary{break-inside:avoid}.group,.map{box-shadow:none;border:1px solid var(--line)}.group>summary::after,.reason>summary::after,.clause>summary::after,.permalink{display:none}.spot{print-color-adjust:exact}.inside{padding-bottom:.7rem}
.group:is(.pass,.inapplicable) .clause>summary{padding-block:.12rem;font-size:.875rem;line-height:1.3}.group:is(.pass,.inapplicable) .clause>summary :is(.id,.tally){font-size:.8125rem}.group:is(.pass,.inapplicable) .clause>summary .mark{margin-top:.05rem}}
`;
