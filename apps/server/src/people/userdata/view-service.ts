import { maxViewsPerPage, type NewView, type ViewPatch } from '@signalbox/model/calls/userdata'
import { pageStandings } from '@signalbox/model/guide/page-access'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { SavedView } from '@signalbox/model/access/session'
import type { ChangeType } from '../../kit/audit.ts'
import type { Work } from '../../kit/handle.ts'
import {
  insertView,
  listViews,
  lockAndCountViews,
  removeView,
  setStar,
  updateView,
  type Viewer,
  type ViewFilter,
  type VisibleView,
} from './view-store.ts'

/** The topmost merchants a caller may see, below which everything else in scope lies, and the pages they may open. */
function viewerOf(work: Work): Viewer {
  const paths = work.inScope.map(({ path }) => path)
  const rootPaths = paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other)))
  return { ...work.user, rootPaths, pages: pageStandings(work.user) }
}

function publicView(visible: VisibleView): SavedView {
  const { merchantId: _, ...view } = visible
  return view
}

export const viewsFor = async (work: Work, filter: ViewFilter): Promise<SavedView[]> =>
  (await listViews(work.tx, viewerOf(work), filter)).map(publicView)

async function visibleView(work: Work, id: string): Promise<VisibleView> {
  const [view] = await listViews(work.tx, viewerOf(work), { whose: 'all', id })
  if (!view) throw new Refusal('NOT_FOUND')
  return view
}

/**
 * Which filters a view has is on record. What they look for and what it is called are not: that may be a person, who
 * may have to be forgotten.
 */
function auditedView(view: VisibleView) {
  const { name: _name, query, ...rest } = publicView(view)
  return { ...rest, filters: [...new URLSearchParams(query).keys()] }
}

function note(
  work: Work,
  action: string,
  changeType: ChangeType,
  before: VisibleView | null,
  after: VisibleView | null,
) {
  const view = (after ?? before) as VisibleView
  work.audit({
    merchantId: work.user.homeMerchantId,
    entityType: 'saved-view',
    entityId: view.id,
    entityLabel: `View of ${view.page}`,
    changeType,
    action,
    before: before && auditedView(before),
    after: after && auditedView(after),
  })
  work.emit({ merchantId: work.user.homeMerchantId, topic: 'userdata', key: work.user.id })
}

export async function createView(work: Work, input: NewView): Promise<SavedView> {
  const { page, name, query, columns = null, shared = false, favorite = false } = input
  if ((await lockAndCountViews(work.tx, work.user, page)) >= maxViewsPerPage) {
    const message = `At most ${maxViewsPerPage} views can be saved per page`
    throw invalid({ field: 'name', code: 'TOO_MANY', message })
  }
  const id = work.newId()
  await insertView(work.tx, work.user, id, { page, name: name.trim(), query, columns, shared }, work.now)
  if (favorite) await setStar(work.tx, work.user, await visibleView(work, id), true)
  const created = await visibleView(work, id)
  note(work, 'CREATE', 'CREATE', null, created)
  return publicView(created)
}

export async function changeView(work: Work, id: string, patch: ViewPatch): Promise<SavedView> {
  const before = await visibleView(work, id)
  const { version, favorite, ...values } = patch
  const edits = Object.keys(values).length > 0
  if (edits) await editOwn(work, before, version, values)
  if (favorite !== undefined) await setStar(work.tx, work.user, before, favorite)
  const after = await visibleView(work, id)
  note(work, edits ? 'UPDATE' : 'STAR', 'UPDATE', before, after)
  return publicView(after)
}

async function editOwn(
  work: Work,
  view: VisibleView,
  version: number | undefined,
  values: Omit<ViewPatch, 'version' | 'favorite'>,
): Promise<void> {
  if (!view.mine) throw new Refusal('FORBIDDEN', { message: 'Only its owner can change a shared view.' })
  const named = values.name === undefined ? values : { ...values, name: values.name.trim() }
  const fresh = version === view.version && (await updateView(work.tx, view, named, work.now))
  if (!fresh) throw new Refusal('VERSION_CONFLICT', { current: publicView(view) })
}

export async function deleteView(work: Work, id: string, version: number | undefined) {
  const view = await visibleView(work, id)
  if (!view.mine) throw new Refusal('FORBIDDEN', { message: 'Only its owner can delete a shared view.' })
  if (version !== undefined && version !== view.version) {
    throw new Refusal('VERSION_CONFLICT', { current: publicView(view) })
  }
  await removeView(work.tx, view)
  note(work, 'DELETE', 'DELETE', view, null)
  return { id, deleted: true }
}
