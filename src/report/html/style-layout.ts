/** Page, banner, side and small screens. */
export const LAYOUT_STYLE: string = `
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
h1,h2,h3,h4,h5,p,dl,dd,ul{margin:0}ul{padding:0;list-style:none}
code,pre,.id{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{font-size:.9em;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:.25rem}
.soft{color:var(--soft)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-4rem;z-index:2;background:var(--card);padding:.5rem .9rem;border-radius:.4rem}.skip:focus{top:.6rem}
.shapes{position:absolute}
.mark{width:1rem;height:1rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;flex:none;vertical-align:-.15em}
.mark.fail,.word.fail{color:var(--fail)}.mark.warn,.word.warn{color:var(--warn)}.mark.unverified,.word.unverified{color:var(--unverified)}
.mark.observed,.word.observed{color:var(--observed)}.mark.pass,.word.pass{color:var(--pass)}.mark.inapplicable,.word.inapplicable{color:var(--inapplicable)}
.word{font-weight:600}
.needs-script{display:none}.scripted .needs-script{display:block}

.page{max-width:84rem;margin:0 auto;padding:1.5rem 1.5rem 4rem}
.verdict{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 1.5rem;background:var(--card);border-radius:.9rem;padding:1.75rem 2rem;box-shadow:var(--shadow);position:relative;overflow:hidden}
.verdict::before{content:"";position:absolute;inset:0 0 auto;height:.35rem;background:var(--tone)}
.verdict.conformant{--tone:var(--pass);--tint:var(--pass-box)}.verdict.non-conformant{--tone:var(--fail);--tint:var(--fail-box)}.verdict.incomplete{--tone:var(--unverified);--tint:var(--unverified-box)}
.seal{width:4rem;height:4rem;border-radius:50%;display:grid;place-items:center;background:var(--tint);color:var(--tone)}.seal .mark{width:2.2rem;height:2.2rem}
.kicker{color:var(--soft);font-size:.875rem}
h1{font-size:1.375rem;font-weight:500;line-height:1.35;text-wrap:balance}
h1 .saying{display:block}h1 .saying::first-letter{text-transform:uppercase}
h1 .word{display:block;color:var(--tone);font-size:2.125rem;font-weight:700;line-height:1.2;letter-spacing:-.015em}
.shares{margin-top:1rem}.shares ul{display:flex;flex-wrap:wrap;gap:.1rem 1.4rem;margin-top:.45rem;font-size:.9375rem}.shares a{color:var(--ink);text-decoration:none;font-variant-numeric:tabular-nums}.shares a:hover{text-decoration:underline}
.shares-bar{display:block;border-radius:.3rem;overflow:hidden}.share{stroke:var(--card);stroke-width:1}.share.fail{fill:var(--fail)}.share.warn{fill:var(--warn)}.share.unverified{fill:var(--unverified)}.share.observed{fill:var(--observed);fill-opacity:.4}.share.pass{fill:var(--pass);fill-opacity:.75}
.why{margin-top:.4rem;overflow-wrap:anywhere}.places{margin-top:.9rem;font-size:.9375rem;line-height:1.9}.places a{white-space:nowrap;background:var(--box);border-radius:.4rem;padding:.15rem .55rem;margin-right:.3rem;color:var(--ink);text-decoration:none}.places a:hover{text-decoration:underline}.places b{color:var(--tone)}
.about{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:.9rem 1.75rem;margin-top:1.4rem;padding-top:1.2rem;border-top:1px solid var(--line)}
.about .wide{grid-column:span 2}
.about dt{font-size:.8125rem;color:var(--soft)}.about dd{overflow-wrap:anywhere}.about code{color:inherit}.about dd>code:not(.subject){color:var(--soft)}
.declares{margin-top:1rem;font-size:.9375rem}.declares>summary{color:var(--link)}.declares>summary::before{content:"▸ "/"";color:var(--soft)}.declares[open]>summary::before{content:"▾ "/""}.declares .facts{margin-top:.5rem}
.notes{margin-top:1rem;background:var(--card);border-radius:.6rem;padding:.8rem 1.25rem;border-left:.25rem solid var(--warn);box-shadow:var(--shadow)}
.notes li+li{margin-top:.3rem}.notes li{overflow-wrap:anywhere}

.columns{display:grid;grid-template-columns:14.5rem minmax(0,1fr);gap:2rem;margin-top:1.75rem;align-items:start}
.side{position:sticky;top:1.25rem;max-height:calc(100vh - 2.5rem);overflow-y:auto;padding:.2rem}
.views li+li{margin-top:.1rem}
.views a{display:block;padding:.3rem .7rem;border-radius:.4rem;color:var(--ink);text-decoration:none}
.views a:hover{background:var(--card)}.views a[aria-current]{background:var(--card);font-weight:600;box-shadow:var(--shadow)}
.filters{margin-top:1.2rem;padding-top:1.2rem;border-top:1px solid var(--line)}
.filters h2{font-size:.8125rem;font-weight:500;color:var(--soft);margin:1rem .7rem .3rem}
.search input{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.45rem .75rem;margin-bottom:.75rem}
.search input::placeholder{color:var(--soft);opacity:1}
.chip{display:flex;align-items:center;gap:.6rem;padding:.28rem .7rem;border-radius:.4rem;border:1px solid transparent;color:var(--ink);text-decoration:none}
.chip:hover{background:var(--card)}.chip .count{margin-left:auto;font-variant-numeric:tabular-nums;font-weight:600}
.chip.empty:not([aria-current]){color:var(--soft)}.chip.empty:not([aria-current]) .mark{color:inherit}.chip.empty .count{font-weight:400}
.chip[aria-current]{background:var(--card);border-color:currentColor;font-weight:600}.chip[aria-current]::before{content:"";width:.5rem;height:.5rem;border-radius:50%;background:currentColor}
.more summary{display:none}.more h2{font-size:.8125rem}
.chosen{padding:.6rem .7rem}
main>section+section{margin-top:3rem}
main>section>h2{font-size:1.375rem;line-height:1.3;margin-bottom:.25rem;letter-spacing:-.01em}
main>section>.picture{margin-top:.9rem}
@media screen{
.scripted:not(.in-questions) main>.questions,.in-questions main>section:not(.questions){display:none}
:root:not(.scripted) main:has(>.questions:target,>.questions :target)>section:not(.questions){display:none}}
.in-questions main>section+section{margin-top:0}
footer{margin-top:3.5rem;padding-top:1.2rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}

@media screen and (max-width:62rem){
html{scroll-padding-top:3.6rem}.columns{display:block}.side{display:contents}.filters{margin-bottom:1.25rem}
.views{position:sticky;top:0;z-index:1;overflow-x:auto;scrollbar-width:none;margin-inline:-1.5rem;padding:.5rem 1.5rem;background:var(--page);border-bottom:1px solid var(--line)}.views li{flex:none}}
@media screen and (max-width:40rem){html{scroll-padding-top:3rem}.views{margin-inline:-.75rem;padding:.4rem .75rem}.filters{margin-bottom:.8rem}}
@media (max-width:62rem){
.about>:first-child{grid-column:1/-1}.about>:nth-child(5){grid-column:span 2}.shares{display:none}
.columns{margin-top:1.25rem}
.views{display:flex;gap:.25rem}.views li+li{margin:0}.views a{background:var(--card)}
.filters{margin-top:1rem;padding-top:0;border-top:0}
.facet{display:flex;flex-wrap:wrap;gap:.4rem}.chip{background:var(--card);border-color:var(--line);padding:.25rem .7rem}
.filters h2{margin:.7rem 0 .3rem}.more{margin-top:.6rem}.more summary{display:list-item;list-style:disclosure-closed inside;color:var(--soft)}.more[open] summary{list-style-type:disclosure-open}.chosen{padding:.6rem 0 0}}
@media (max-width:40rem){
.page{padding:.75rem .75rem 3rem}
.verdict{grid-template-columns:minmax(0,1fr);padding:1rem 1rem .8rem}.seal{width:3rem;height:3rem;position:absolute;right:1rem;top:1rem}.kicker{padding-right:3.5rem}.seal .mark{width:1.7rem;height:1.7rem}
h1{font-size:1.125rem}h1 .word{font-size:1.625rem}.places{margin-top:.6rem}.notes{margin-top:.7rem;padding:.6rem .9rem}.columns{margin-top:.8rem}
.views a{padding:.15rem .55rem}.filters{margin-top:.6rem}.filters h2{margin:.4rem 0 .2rem}.search input{margin-bottom:.4rem}.facet{gap:.3rem}.chip{padding:.1rem .6rem}.more{margin-top:.4rem}
.about{grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:.4rem 1rem;margin-top:.8rem;padding-top:.7rem;font-size:.9375rem;line-height:1.4}.about>:nth-child(5){grid-column:auto}
.facet.verdicts{display:grid;grid-template-columns:1fr 1fr}.places .soft{display:block;line-height:1.4}.places a{white-space:normal;display:inline-block;line-height:1.35;margin:.15rem .1rem 0 0}}
@media (forced-colors:active){.chip[aria-current],.views a[aria-current]{outline:2px solid}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:auto}}
@media print{
:root{color-scheme:light}
html{font-size:14px}body{background:#fff;font-size:1rem}.page{max-width:none;padding:0}.columns{display:block}.side,.copy,.skip,.pointed,.chosen,.shown:empty{display:none!important}
.shares{display:block;print-color-adjust:exact}.verdict,.notes{box-shadow:none;border:1px solid var(--line)}.verdict::before{print-color-adjust:exact}
:is(.group,.reason,.clause:is([data-verdict=fail],[data-verdict=warn]))::details-content{content-visibility:visible;display:block;block-size:auto}
main>section+section{margin-top:1.5rem}
h1,h2,h3,h4,h5,summary{break-after:avoid}.finding dl,.command,.map tr{break-inside:avoid}}
`;
