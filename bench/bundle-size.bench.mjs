import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWithManifest } from './lib/build-with-manifest.mjs'
import { Bundle } from './lib/bundle.mjs'
import { row } from './lib/row.mjs'

const here = import.meta.dirname
const peerNames = ['react-admin', 'antd']
const initialBudget = 200
const routeBudget = 80

// Our entry chooses between two programs, so the entry alone would be a flattering number.
const loginSources = ['index.html', 'src/shell/login/login-app.tsx']
const consoleSources = ['index.html', 'src/shell/console-app.tsx']
const listScreen = 'src/screens/admin/bank-mapping/bank-mapping-screen.tsx'
// The first chart of most dashboards; each other kind is fetched where one of it is drawn.
const dashboardScreen = 'src/screens/analytics/analytics-screen.tsx'
const paymentsScreen = 'src/screens/transactions/transactions-screen.tsx'
const firstChart = 'src/kit/charts/time-drawing.tsx'
const chartBudget = 150
// What a list fetches ahead once its rows are there. The peers have a form too, and load it at once.
const formParts = [
  'src/kit/record/record-drawer.tsx',
  'src/kit/record/record-form.tsx',
  'src/kit/filter/filter-panel.tsx',
]

/** What people download before they can work: ours against the same small console made with a full kit. */
export async function run() {
  const folders = []
  try {
    folders.push(await buildWithManifest(join(here, '../apps/web'), { ownConfig: true }))
    for (const name of peerNames) folders.push(await buildWithManifest(join(here, 'peers', name)))
    const [ours, ...peers] = folders.map((folder) => new Bundle(folder))
    return [
      { name: 'bundle size', rows: peers.flatMap((peer, i) => againstPeer(ours, peer, peerNames[i])) },
      { name: 'bundle budget', rows: againstBudgets(ours) },
    ]
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** The peers load everything at once, so one number of theirs stands against four moments of ours. */
function againstPeer(ours, peer, peerName) {
  const theirs = peer.kibibytes(peer.filesOf('index.html'))
  const moments = {
    'sign-in page': loginSources,
    'initial console': consoleSources,
    'first list in all': [...consoleSources, listScreen],
    'the same with form and filters': [...consoleSources, listScreen, ...formParts],
  }
  return Object.entries(moments).map(([what, sources]) =>
    row(`${what}, JS + CSS`, 'KiB gz', ours.kibibytes(ours.filesOf(...sources)), peerName, theirs),
  )
}

/** A route's budget read both ways: for any one of its chunks, and for all it adds when it is opened first. */
function againstBudgets(ours) {
  const initial = ours.filesOf(...consoleSources)
  const routes = ours
    .lazySources()
    .filter((source) => source.startsWith('src/screens/'))
    .map((source) => ({
      screen: source.split('/').at(-1),
      added: [...ours.filesOf(source)].filter((file) => !initial.has(file)),
    }))
  const heaviest = largest(routes, ({ added }) => ours.kibibytes(added, '.js'))
  const chunk = largest(
    routes.flatMap(({ added }) => added),
    (file) => ours.kibibytes([file], '.js'),
  )
  return [
    row('initial console, JS', 'KiB gz', ours.kibibytes(initial, '.js'), 'budget', initialBudget),
    row('largest chunk of a route, JS', 'KiB gz', chunk.size, 'budget', routeBudget),
    row(`all a route adds (${heaviest.of.screen}), JS`, 'KiB gz', heaviest.size, 'budget', routeBudget),
    ...chartRows(ours),
  ]
}

/** What a browser fetches until the first chart of a dashboard is drawn, less what it fetches for other pages in all. */
function chartRows(ours) {
  const total = (...sources) => ours.kibibytes(ours.filesOf(...consoleSources, ...sources))
  const kinds = ours.lazySources().filter((source) => /^src\/kit\/charts\/.*-drawing\.tsx$/.test(source))
  const heaviest = largest(kinds, (source) => total(dashboardScreen, source))
  const name = heaviest.of.split('/').at(-1)
  const [list, payments] = [total(listScreen), total(paymentsScreen)]
  const first = total(dashboardScreen, firstChart)
  const chart = (what, size) => row(`${what}, JS + CSS`, 'KiB gz', size, 'budget', chartBudget)
  return [
    chart('first chart, more than a list', first - list),
    chart('first chart, more than transactions', first - payments),
    chart(`heaviest kind (${name}), more than a list`, heaviest.size - list),
  ]
}

function largest(things, sizeOf) {
  return things.map((of) => ({ of, size: sizeOf(of) })).reduce((a, b) => (b.size > a.size ? b : a))
}
