import { iinSources } from '@signalbox/model/reference/cards'
import { firstDigits, iinDigits } from '@signalbox/model/reference/iin-range'
import type { Work } from '../../../kit/handle.ts'
import { brandOfDigits } from '../card-brand.ts'
import { IinRanges, type IinRange } from '../iin.ts'
import { readIinAround } from '../reference-store.ts'
import { shownDigits } from './iin-resource.ts'

const sources = Object.keys(iinSources)
const widthOf = ({ from, to }: IinRange): number => to - from

/** What is looked at in turn, with the sentence for whoever loses by it. */
const orders = (
  chain: readonly number[],
): readonly { by: (range: IinRange) => number; loses: (range: IinRange) => string }[] => [
  { by: (range) => Number(range.inactive ?? false), loses: () => 'It is inactive' },
  {
    by: ({ source }) => sources.indexOf(source),
    loses: ({ source }) => `Its source, ${iinSources[source]}, comes later`,
  },
  { by: ({ merchantId }) => chain.indexOf(merchantId), loses: () => 'Its merchant is farther up' },
  { by: widthOf, loses: () => 'It is wider' },
  { by: ({ updatedAt }) => -Date.parse(updatedAt), loses: () => 'It is older' },
]

const switchedOff = 'It is switched off at a nearer merchant'

/** Which range wins for the first digits of a card, as payments look it up, and why the others do not. */
export async function testBin(work: Work, bin: string) {
  const { chain } = work.scope
  const rows = await readIinAround(work.tx, chain, Number(bin.padEnd(iinDigits, '0')))
  const facts = new IinRanges(rows).lookup(chain, bin)
  const winner = rows.find(({ id }) => id === facts.iinId)
  const order = orders(chain)
  const rest = rows
    .filter((range) => range !== winner)
    .toSorted((a, b) => order.reduce((difference, { by }) => difference || by(a) - by(b), 0))
  const reasonOf = (range: IinRange): string => {
    if (range.inactive) return 'It is inactive'
    const deciding = winner && order.find(({ by }) => by(range) !== by(winner))
    // Only a row that is switched off below stands before the one that wins.
    return deciding && deciding.by(range) > deciding.by(winner) ? deciding.loses(range) : switchedOff
  }
  const digits = shownDigits(work)
  const shown = (range: IinRange, loses: string | null) => ({
    id: range.id,
    merchantId: range.merchantId,
    rangeStart: firstDigits(range.from, digits),
    rangeEnd: firstDigits(range.to, digits),
    source: range.source,
    bankName: range.facts.issuer,
    countryCode: range.facts.issuerCountry,
    loses,
  })
  return {
    brand: facts.brand,
    type: facts.type,
    because: becauseOf(bin, winner, rest),
    candidates: [
      ...(winner ? [shown(winner, null)] : []),
      ...rest.map((range) => shown(range, reasonOf(range))),
    ],
  }
}

function becauseOf(bin: string, winner: IinRange | undefined, rest: readonly IinRange[]): string {
  if (!winner)
    return `No range in use contains ${bin}. The brand, ${brandOfDigits(bin)}, follows from the first digits (ISO/IEC 7812).`
  const source = iinSources[winner.source]
  if (rest.length === 0) return `It is the only range that contains ${bin}.`
  return `Of ${rest.length + 1} ranges that contain ${bin}, this one comes first: ${source}, nearest merchant, narrowest, newest, in this order.`
}
