/** The look of the shop: the tokens of the console, so that both are seen to be one product. */
const tokens = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --sunken: #f6f7f9; --ink: #1a1d23; --muted: #5b6472; --line: #e3e6eb; --control: #868f9d;
  --accent: #4a45d1; --accent-ink: #fff; --accent-text: #4a45d1; --tint: #eef0ff;
  --bad: #c0262d; --bad-tint: #fff0f0; --good: #177245; --wait: #0b6b85; --demo: #e3e6eb;
  font: 400 1rem/1.5 Inter, system-ui, -apple-system, 'Segoe UI', sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1115; --card: #161920; --sunken: #0f1115; --ink: #e4e7ec; --muted: #98a1b0; --line: #2a2f39; --control: #7f8999;
    --accent: #5856e6; --accent-text: #a3adfd; --tint: #1d2040;
    --bad: #ef8084; --bad-tint: #2d1618; --good: #5cc48d; --wait: #62c3dc; --demo: #1d2129;
  }
}
`

const base = `
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1, h2, p, ul, dl, dd, fieldset, legend { margin: 0; padding: 0; }
ul { list-style: none; }
fieldset { border: 0; min-inline-size: 0; }
[hidden] { display: none !important; }
a { color: var(--accent-text); }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.mono { font-family: 'JetBrains Mono', ui-monospace, 'SF Mono', Consolas, monospace; font-size: .9375em; }
.width { width: min(64rem, 100% - 2rem); margin-inline: auto; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0; padding: 0; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--card); z-index: 2; }
.skip:focus { top: .5rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1.25rem; }
.help, .optional, .limits { color: var(--muted); font-size: .875rem; }
.problem { color: var(--bad); font-size: .875rem; min-height: 0; }
.problem:empty { display: none; }
.alert { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--bad); border-radius: 8px; background: var(--bad-tint); }
.notice { margin: 4rem 0; text-align: center; font-size: 1.125rem; }
input:not([type=radio], [type=checkbox]), select {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--control); border-radius: 8px;
}
input[aria-invalid=true], select[aria-invalid=true] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
input[type=radio], input[type=checkbox] { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); flex: none; }
button, a.main, a.second { font: inherit; cursor: pointer; }
button.main, a.main {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1.25rem; border: 0;
  border-radius: 8px; background: var(--accent); color: var(--accent-ink); font-weight: 600; text-decoration: none;
}
button.main:hover, a.main:hover { filter: brightness(1.08); }
button.main:disabled { opacity: .6; cursor: default; }
button.second, a.second {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--control); border-radius: 8px;
  background: transparent; color: inherit; text-decoration: none;
}
button.quiet { min-height: 1.75rem; padding: .125rem .5rem; border: 0; border-radius: 4px; background: transparent; color: var(--accent-text); text-decoration: underline; }
`

const frame = `
.top { background: var(--card); border-bottom: 1px solid var(--line); }
.top .width { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; min-height: 4rem; padding-block: .5rem; }
.brand { display: flex; align-items: center; gap: .625rem; margin-right: auto; font-weight: 600; font-size: 1.125rem; }
.mark { width: 1.5rem; fill: var(--accent-text); }
.languages ul { display: flex; gap: 1rem; font-size: .875rem; }
.languages a { color: var(--muted); text-decoration: none; padding-block: .25rem; }
.languages a:hover { text-decoration: underline; }
.languages a[aria-current] { color: var(--ink); font-weight: 600; border-bottom: 2px solid var(--accent-text); }
.demo { background: var(--demo); font-size: .875rem; }
.demo span { display: block; padding-block: .375rem; }
.settings { position: relative; font-size: .875rem; }
.settings summary { padding: .375rem .75rem; border: 1px solid var(--control); border-radius: 8px; cursor: pointer; }
.settings form {
  position: absolute; right: 0; z-index: 1; display: grid; gap: .25rem; width: 18rem; max-width: calc(100vw - 2rem); margin-top: .5rem; padding: 1rem;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 8px 24px rgb(0 0 0 / .18);
}
.settings label { margin-top: .5rem; font-weight: 500; }
.settings button { justify-self: start; margin-top: .75rem; }
main { padding-block: 1.5rem 4rem; }
h1 { font-size: 1.5rem; line-height: 2rem; font-weight: 600; margin-bottom: 1rem; }
.tabs ul { display: flex; gap: 1.5rem; margin-bottom: 1.5rem; border-bottom: 1px solid var(--line); }
.tabs a { display: block; padding: .5rem 0; color: var(--muted); text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent-text); }
`

const cashier = `
.cashier { display: grid; gap: 1rem; align-items: start; grid-template-columns: minmax(0, 1fr); }
.steps { display: grid; gap: 1rem; min-width: 0; }
.legend { display: block; font-weight: 600; margin-bottom: .75rem; }
.methods legend { float: left; width: 100%; }
.methods ul { clear: both; }
.sum { position: relative; max-width: 20rem; }
.sum input { font-size: 1.5rem; font-weight: 600; min-height: 3.5rem; padding-right: 4.5rem; }
.sum span { position: absolute; right: 1rem; top: 50%; translate: 0 -50%; color: var(--muted); }
.presets { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .75rem; }
.presets:not(:has(a)) { display: none; }
.presets a { padding: .375rem .875rem; border: 1px solid var(--control); border-radius: 99px; color: inherit; text-decoration: none; font-size: .875rem; }
.presets a[aria-current] { border-color: var(--accent-text); background: var(--tint); font-weight: 600; }
.methods > ul { border: 1px solid var(--line); border-radius: 8px; }
.method + .method { border-top: 1px solid var(--line); }
.choice { display: grid; grid-template-columns: auto 3.5rem minmax(0, 1fr) auto; align-items: center; gap: .25rem .875rem; padding: .75rem 1rem; cursor: pointer; }
.choice:has(input:disabled) { cursor: default; }
.choice:has(input:disabled) .name, .choice:has(input:disabled) .logo { opacity: .65; }
.choice:has(input:checked) { background: var(--tint); }
.method:first-child .choice { border-radius: 8px 8px 0 0; }
.method:last-child .choice { border-radius: 0 0 8px 8px; }
.logo { width: 3.5rem; height: 2.25rem; object-fit: contain; border: 1px solid var(--line); border-radius: 4px; background: #fff; padding: 2px; }
.name { font-weight: 500; }
.quote { display: grid; justify-items: end; text-align: right; font-size: .875rem; }
.closed { color: var(--muted); }
.panel { display: none; padding: 1rem; border-top: 1px solid var(--line); }
.method:has(> .choice input:checked) > .panel { display: block; }
.panel:not(:has(input:not([type=hidden]), select, details)) { display: none !important; }
.accounts + .new { margin-top: 1rem; }
.accounts legend { font-weight: 500; margin-bottom: .25rem; }
.accounts li { display: flex; align-items: center; justify-content: space-between; gap: .5rem; }
.accounts label { display: flex; align-items: center; gap: .75rem; min-height: 2.5rem; flex: 1; cursor: pointer; }
.accounts:has(input:not([data-new]):checked) + .new { display: none; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: .875rem 1rem; max-width: 30rem; }
.field { display: grid; gap: .25rem; align-content: start; grid-column: 1 / -1; }
.field.half { grid-column: auto; }
.field label { font-size: .875rem; font-weight: 500; }
.store { display: inline-flex; align-items: center; gap: .625rem; margin-top: 1rem; min-height: 1.75rem; cursor: pointer; }
.try { margin-top: 1rem; font-size: .875rem; }
.try summary { cursor: pointer; color: var(--accent-text); width: fit-content; }
.try li { display: grid; grid-template-columns: 12.5rem 1fr auto; align-items: center; gap: .25rem 1rem; padding-block: .25rem; max-width: 34rem; }
.try p { color: var(--muted); }
.summary { display: grid; gap: .5rem; }
.summary h2 { font-size: 1rem; font-weight: 500; color: var(--muted); }
.total { font-size: 1.75rem; line-height: 2.25rem; font-weight: 600; }
.summary button { width: 100%; margin-top: .5rem; min-height: 3rem; }
[aria-busy=true] { cursor: progress; }
[aria-busy=true] .steps { opacity: .7; }
@media (min-width: 48rem) {
  .cashier { grid-template-columns: minmax(0, 1fr) 18rem; gap: 1.5rem; }
  .summary { position: sticky; top: 1rem; }
}
@media (max-width: 47.99rem) {
  .summary { position: sticky; bottom: 0; grid-template-columns: 1fr auto; align-items: center; gap: 0 1rem; margin-inline: -1rem; padding: .75rem 1rem; border-radius: 0; border-width: 1px 0 0; }
  .summary h2, .summary .safe { display: none; }
  .summary .total { font-size: 1.25rem; line-height: 1.75rem; }
  .summary button { grid-area: 1 / 2 / span 2; width: auto; margin: 0; }
  main { padding-bottom: 0; }
  html { scroll-padding-bottom: 6rem; }
}
@media (max-width: 30rem) {
  .choice:not(:has(input:checked)) .limits { display: none; }
  .choice { grid-template-columns: auto 3.5rem minmax(0, 1fr); }
  .quote { grid-column: 3; justify-items: start; text-align: left; }
  .try li { grid-template-columns: 1fr auto; }
  .try li .mono { grid-column: 1 / -1; }
  .settings form { right: auto; left: 0; }
}
`

const receipt = `
.receipt { max-width: 34rem; margin: 1.5rem auto; padding: 2rem 1.5rem; }
.outcome { display: grid; justify-items: center; gap: .5rem; text-align: center; margin-bottom: 1.5rem; }
.outcome h1 { margin: .25rem 0 0; }
.state { width: 3.5rem; padding: .75rem; border-radius: 50%; fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; border: 2px solid; }
.good { color: var(--good); } .bad { color: var(--bad); } .waiting { color: var(--wait); }
.receipt dl { border-top: 1px solid var(--line); }
.receipt dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .625rem 0; border-bottom: 1px solid var(--line); }
.receipt dt { color: var(--muted); flex: none; max-width: 50%; }
.receipt dd { text-align: right; font-weight: 500; min-width: 0; overflow-wrap: anywhere; }
.next { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
.receipt form { margin-top: 1rem; }
@media print { .top, .demo, .next, .receipt form, .skip { display: none; } .card { border: 0; } }
`

export const stylesheet = [tokens, base, frame, cashier, receipt].join('')
