import { iinSources, type IinSource } from '@signalbox/model/reference/cards'
import { iinDigits } from '@signalbox/model/reference/iin-range'
import type { Work } from '../../../kit/handle.ts'
import { brandOfDigits } from '../card-brand.ts'
import { IinRanges, type IinRange } from '../iin.ts'
import { readIinAround } from '../reference-store.ts'
import { iinRanges, shownInList, type Iin } from './iin-resource.ts'

const sources = Object.keys(iinSources)
const widthOf = ({ from, to }: IinRange): number => to - from

/** What is looked at in turn, with the sentence for whoever loses by it. */
const orders = (chain: readonly number[]): readonly { by: (range: IinRange) => number; loses: (range: IinRange) => string }[] => [
  { by: (range) => Number(range.inactive ?? false), loses: () => 'It is inactive' },
  {
    by: ({ source }) => sources.indexOf(source),
    loses: ({ source }) => `Its source, ${iinSources[source as IinSource]}, comes later`,
  },
  { by: ({ merchantId }) => chain.indexOf(merchantId), loses: () => 'Its merchant is farther up' },
  { by: widthOf, loses: () => 'It is wider' },
  { by: ({ updatedAt }) => -Date.parse(updatedAt), loses: () => 'It is older' },
]

const isSwitchedOff = (range: IinRange, winner: IinRange | undefined): string | null =>
  winner && winner.id !== range.id ? null : range.inactive ? 'It is inactive' : null

/** Which range wins for the first digits of a card, as payments look it up, and why the others do not. */
export async function testBin(work: Work, bin: string) {
  const { chain } = work.scope
  const value = Number(bin.padEnd(iinDigits, '0'))
  const rows = await readIinAround(work.tx, chain, value)
  const facts = new IinRanges(rows).lookup(chain, bin)
  const winner = rows.find(({ id }) => id === facts.iinId)
  const rest = rows
    .filter((range) => range !== winner)
    .toSorted((a, b) => orders(chain).reduce((order, { by }) => order || by(a) - by(b), 0))
  const reasonOf = (range: IinRange): string => {
    if (!winner) return isSwitchedOff(range, winner) ?? 'It is switched off at a nearer merchant'
    const deciding = orders(chain).find(({ by }) => by(range) !== by(winner))
    // Only a row that is switched off below stands before the one that wins.
    return deciding && deciding.by(range) > deciding.by(winner)
      ? deciding.loses(range)
      : 'It is switched off at a nearer merchant'
  }
  const shown = async ({ id }: IinRange): Promise<Iin> =>
    shownInList(await iinRanges.store(work).get(id), work)
  const candidates = [
    ...(winner ? [{ record: await shown(winner), loses: null }] : []),
    ...(await Promise.all(
      rest.map(async (range) => ({ record: await shown(range), loses: reasonOf(range) })),
    )),
  ]
  return { brand: facts.brand, type: facts.type, because: becauseOf(bin, winner, rest), candidates }
}

function becauseOf(bin: string, winner: IinRange | undefined, rest: readonly IinRange[]): string {
  if (!winner)
    return `No range in use contains ${bin}. The brand, ${brandOfDigits(bin)}, follows from the first digits (ISO/IEC 7812).`
  const source = iinSources[winner.source]
  if (rest.length === 0) return `It is the only range that contains ${bin}.`
  return `Of ${rest.length + 1} ranges that contain ${bin}, this one comes first: ${source}, nearest merchant, narrowest, newest, in this order.`
}
