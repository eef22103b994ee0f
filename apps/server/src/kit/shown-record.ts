import { Refusal } from '@signalbox/model/text/refusal'
import type { Handler } from './handle.ts'
import { JsonText } from './json-text.ts'

/** A call that shows a record, and its answer as it leaves the server. */
export interface RecordView {
  readonly handler: Handler
  readonly stringify: (reply: unknown) => string
}

type Params = Readonly<Record<string, unknown>>
/** Reads by a call as the person who was refused, with their access, scope and masks. */
export type ReadAs = (handler: Handler, params: Params) => Promise<unknown>

/** Kept here and nowhere else, so that nothing but the answer of a GET can leave with a refusal. */
const shown = new WeakMap<Refusal, unknown>()

/** What the refusal shows of the record it is about. */
export const shownWith = (refusal: Refusal): unknown => shown.get(refusal)

const withoutLastStep = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The calls that may show what a call changes: of its own address, then of those above it. */
export function viewsAlong(views: ReadonlyMap<string, RecordView>, path: string): RecordView[] {
  const found: RecordView[] = []
  for (let at = path; at !== ''; at = withoutLastStep(at)) {
    const view = views.get(at)
    if (view) found.push(view)
  }
  return found
}

const lastParam = ({ handler }: RecordView): string | undefined =>
  /\{(\w+)\}$/.exec(handler.endpoint.path)?.[1]

type Id = string | number | undefined

interface Named {
  readonly id?: Id
  readonly items?: readonly Named[]
}

/** The record in an answer: the answer itself or one of its items. Another record is none. */
function recordIn(reply: Named, id: Id): Named | undefined {
  const candidates = Array.isArray(reply.items) ? (reply.items as Named[]) : [reply]
  if (id === undefined) return Array.isArray(reply.items) ? undefined : reply
  return candidates.find((each) => String(each.id) === String(id))
}

async function readRecord(
  view: RecordView,
  params: Params,
  id: Id,
  read: ReadAs,
): Promise<Named | undefined> {
  const name = lastParam(view)
  const own = name !== undefined && id !== undefined ? { ...params, [name]: String(id) } : params
  try {
    const reply = await read(view.handler, own)
    const text = reply instanceof JsonText ? reply.text : view.stringify(reply)
    return recordIn(JSON.parse(text) as Named, id)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/**
 * A service that refuses because of how a record is says which one it means. Its caller is shown what their own GET of
 * it says at that moment, and nothing where they may not read it: rows have members nobody is shown.
 */
export async function showRecord(
  refusal: Refusal,
  views: readonly RecordView[],
  params: Params,
  read: ReadAs,
): Promise<void> {
  const { id } = refusal.details.current as Named
  for (const view of views) {
    const record = await readRecord(view, params, id, read)
    if (record === undefined) continue
    shown.set(refusal, record)
    return
  }
}
