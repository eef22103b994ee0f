import { merchantsWithin } from '@signalbox/model/access/merchants-within'
import type { Handler, Work } from '../../kit/handle.ts'
import { knownMerchants } from '../../kit/scope.ts'

type Reach = ReadonlySet<number>

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function told(value: unknown, reach: Reach): unknown {
  if (Array.isArray(value)) return value.map((item) => told(item, reach))
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'merchants' && Array.isArray(member)
        ? merchantsWithin(member as number[], reach)
        : told(member, reach),
    ]),
  )
}

/** Who works for several merchants is known to each of them, but not which the others are. */
export const toldWithin = (handler: Handler): Handler => ({
  ...handler,
  run: async (work: Work) => told(await handler.run(work), knownMerchants(work)),
})
