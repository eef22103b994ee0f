import { may } from '@signalbox/model/access/access'
import { ruleOf } from '@signalbox/model/access/policy'
import { iin } from '@signalbox/model/entities/iin'
import { writableFields, type RecordOf } from '@signalbox/model/field/entity'
import {
  firstDigits,
  iinProblem,
  paddedBounds,
  shownIinDigits,
  type IinBounds,
} from '@signalbox/model/reference/iin-range'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../../kit/handle.ts'
import { lockByName } from '../../../kit/lock-by-name.ts'
import { Resource, type ResourceHooks } from '../../../kit/resource.ts'
import { binOrBank, overlapping, ownRanges } from './iin-store.ts'

type Iin = RecordOf<typeof iin>
type Input = Record<string, unknown>

const isAdmin = ({ user }: Work): boolean => may(ruleOf('iin.import'), user)

export const shownDigits = (work: Work): number => shownIinDigits(isAdmin(work))

/** The list shows who issued a card, not which numbers exactly. */
function shownInList(record: Iin, work: Work): Iin {
  const digits = shownDigits(work)
  return {
    ...record,
    rangeStart: firstDigits(record.rangeStart, digits),
    rangeEnd: firstDigits(record.rangeEnd, digits),
  }
}

/** Two people who add at the same moment must not both find the place free. */
export const lockRanges = ({ tx, scope }: Work): Promise<void> => lockByName(tx, `iin ${scope.selected}`)

/** What people typed, with eleven digits. */
function checkedBounds(typed: IinBounds): IinBounds {
  const problem = iinProblem(typed)
  if (problem) throw invalid(problem)
  return paddedBounds(typed)
}

export const overlapText = ({ rangeStart, rangeEnd }: IinBounds): string =>
  `Overlaps with ${rangeStart}–${rangeEnd} of the same source`

async function refuseOverlap(work: Work, source: string, bounds: IinBounds): Promise<void> {
  await lockRanges(work)
  const other = await overlapping(work.tx, { merchantId: work.scope.selected, source }, bounds)
  if (other) throw invalid({ field: 'rangeStart', code: 'OVERLAP', message: overlapText(other) })
}

function refuseDeletedState({ state }: Input): void {
  if (state === 'DELETED')
    throw invalid({ field: 'state', code: 'STATE', message: 'Delete the range to mark it deleted' })
}

const hooks: ResourceHooks<Iin> = {
  filters: ({ scope }) => ({
    keyword: binOrBank,
    mineOnly: (value) => ownRanges(scope.selected, value === 'true'),
  }),
  forList: shownInList,
  /** Whoever may import a file gets one that can be imported again. */
  forFile: (record, work) => (isAdmin(work) ? record : shownInList(record, work)),
  async beforeCreate(work, input) {
    refuseDeletedState(input)
    const bounds = checkedBounds(input as Input & IinBounds)
    await refuseOverlap(work, String(input.source), bounds)
    return { ...input, ...bounds }
  },
  beforeUpdate(_work, input) {
    refuseDeletedState(input)
    return Promise.resolve(input)
  },
}

/** As far as only one end was typed, the other is as it was, with all its digits. */
function typedBounds(current: IinBounds, { rangeStart, rangeEnd }: Partial<IinBounds>): IinBounds {
  if (rangeStart !== undefined && rangeEnd !== undefined) return { rangeStart, rangeEnd }
  const { rangeStart: start, rangeEnd: end } = paddedBounds({
    rangeStart: rangeStart ?? current.rangeStart,
    rangeEnd: rangeEnd ?? current.rangeEnd,
  })
  return { rangeStart: start, rangeEnd: end }
}

class IinRangesResource extends Resource<typeof iin> {
  /** Payments name the range they used, so its bounds stay as they were: other bounds are another entry. */
  override async update(work: Work, id: string, body: Input): Promise<Iin> {
    const { rangeStart, rangeEnd, ...rest } = body as Input & Partial<IinBounds>
    if (rangeStart === undefined && rangeEnd === undefined) return super.update(work, id, rest)
    const current = await this.store(work).lock(id)
    if (current.version !== rest.version) throw new Refusal('VERSION_CONFLICT', { current })
    const bounds = checkedBounds(typedBounds(current, { rangeStart, rangeEnd }))
    if (bounds.rangeStart === current.rangeStart && bounds.rangeEnd === current.rangeEnd)
      return super.update(work, id, rest)
    return this.#newEntry(work, current, { ...rest, ...bounds })
  }

  async #newEntry(work: Work, current: Iin, changed: Input): Promise<Iin> {
    const { version, note, ...values } = changed
    // What somebody typed in before gives way; what came from elsewhere stays, and is outranked.
    if (!current.inherited && current.source === 'MANUAL')
      await this.remove(work, current.id, Number(version), note)
    const copied = Object.fromEntries(
      writableFields(this.entity).map(([name]) => [name, (current as Input)[name]]),
    )
    return this.create(work, { ...copied, ...values, source: 'MANUAL', note })
  }
}

export const iinRanges = new IinRangesResource(iin, hooks)
