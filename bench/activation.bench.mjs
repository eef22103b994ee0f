import { openNode } from './activation/paying-node.mjs'
import { openRouting } from './activation/routing.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'

const rounds = 3
/** Payments go on for as long after an activation, so that a node that turns late is seen to. */
const afterMs = 6_000
const promisedMs = 2_000
const psps = ['acmecards', 'borealpay']

/**
 * Two servers, each a process of its own, on one database. Users pay in at both without pause while a table of ten thousand
 * rows is put into effect; where a payment went says which version decided about it.
 */
export async function run() {
  const closing = []
  try {
    const first = await startServer({ username: 'rules' })
    closing.push(() => first.stop())
    const second = await startServer({ username: 'rules', besides: first })
    closing.push(() => second.stop())
    const routing = await openRouting(first, await first.as('rules2'))
    await routing.activate(psps[0])
    const nodes = [first, second].map((server, index) => openNode(server, index))
    for (const node of nodes) closing.push(() => node.stop())
    await Promise.all(nodes.map((node) => node.hasSentTo(psps[0])))

    const turns = []
    for (let round = 1; round <= rounds; round++) {
      const psp = psps[round % psps.length]
      const activation = await routing.activate(psp)
      await new Promise((done) => setTimeout(done, afterMs))
      turns.push(...nodes.map((node) => turnOf(node, psp, activation)))
    }
    await Promise.all(nodes.map((node) => node.stop()))
    return [{ name: 'activation', rows: linesOf(turns, nodes) }]
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

/**
 * How long one node went on deciding by the old version. A payment is decided some time before it is answered, so this is
 * rather too long than too short.
 * @param {{ payments(): { doneAt: number, psp: string }[], failures(): string[] }} node
 * @param {string} psp where the new version sends them
 * @param {{ askedAt: number, answeredAt: number }} activation
 */
function turnOf(node, psp, { askedAt, answeredAt }) {
  const since = node.payments().filter(({ doneAt }) => doneAt >= askedAt)
  if (!since.some((payment) => payment.psp === psp))
    throw new Error('A node never turned to the new version.')
  const byOld = since.filter((payment) => payment.psp !== psp).map(({ doneAt }) => doneAt - answeredAt)
  return { turnedMs: Math.max(0, ...byOld), approvalMs: answeredAt - askedAt }
}

function linesOf(turns, nodes) {
  const worst = (measure) => Math.max(...turns.map(measure))
  const payments = nodes.reduce((sum, node) => sum + node.payments().length, 0)
  const failures = nodes.flatMap((node) => node.failures())
  for (const failure of failures.slice(0, 3)) console.log(`  failed: ${failure}`)
  const what = (measured) => `10,000 rows, 2 nodes, ${measured}`
  return [
    row(
      what('answer to last payment by the old version, worst'),
      'ms',
      worst(({ turnedMs }) => turnedMs),
      'promise',
      promisedMs,
    ),
    row(
      what('the approval itself, worst'),
      'ms',
      worst(({ approvalMs }) => approvalMs),
      'promise',
      promisedMs,
    ),
    row(what('payments dropped or failed'), 'payments', failures.length, 'all payments', payments),
  ]
}
