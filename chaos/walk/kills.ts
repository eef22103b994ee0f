import { pick, shuffled, wholeNumber, type Draw } from '../draw.ts'
import { isUp, type TwoNodes } from '../two-nodes.ts'
import { pause, until } from '../waiting.ts'
import type { Tally } from './tally.ts'

type Kill = (rig: TwoNodes, draw: Draw) => Promise<void>

const backWithinMs = 600_000

const endNode =
  (signal: 'SIGKILL' | 'SIGTERM'): Kill =>
  async (rig, draw) => {
    const node = pick(draw, [0, 1])
    const { code } = await rig.end(node, signal)
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`Node ${node} was stopped and left with ${code}`)
    await pause(wholeNumber(draw, 0, 2_000))
    await rig.start(node)
  }

const kills: Readonly<Record<string, Kill>> = {
  'node killed': endNode('SIGKILL'),
  'node stopped': endNode('SIGTERM'),
  'database killed': async (rig) => {
    rig.killDatabase()
    await until(() => isUp(`${rig.url}/readyz`), backWithinMs)
  },
  'PSPs killed': async (rig, draw) => {
    await rig.killSandbox()
    await pause(wholeNumber(draw, 0, 3_000))
    await rig.startSandbox()
  },
}

const perKills = 200

/** Kills everything in some order, once every so many payments. */
export async function killAlong(
  rig: TwoNodes,
  { draw, tally, payments }: { readonly draw: Draw; readonly tally: Tally; readonly payments: number },
  { begun, goOn }: { readonly begun: () => number; readonly goOn: () => boolean },
): Promise<void> {
  const times = Math.ceil(payments / perKills)
  const order = Array.from({ length: times }, () => shuffled(draw, Object.entries(kills))).flat()
  for (const [index, [kind, kill]] of order.entries()) {
    const at = ((index + draw()) * payments) / order.length
    while (goOn() && begun() < at) await pause(100)
    await pause(wholeNumber(draw, 0, 500))
    tally.add('kills', kind)
    await kill(rig, draw)
  }
}
