import type { TemplateCheck } from '@signalbox/model/calls/template'
import { Refusal } from '@signalbox/model/text/refusal'
import type { FullTemplate } from '@signalbox/model/template-language/template'
import type { FakeHandlers, FakeRequest } from '../../../kit/testing/fake-api.ts'

export const mail = (id: string, more: Partial<FullTemplate> = {}): FullTemplate => ({
  id,
  type: 'email',
  templateType: 'PasswordReset',
  merchantId: 100010001,
  inherited: false,
  overrides: null,
  locale: 'all',
  channel: null,
  url: null,
  subject: 'Choose a new password',
  description: null,
  content: '<p>Hello ${user.displayName}</p>\n',
  textContent: 'Hello ${user.displayName}\n',
  params: null,
  testCases: null,
  version: 1,
  updatedBy: 'bertil',
  lastUpdated: '2026-11-02T10:00:00.000Z',
  created: '2026-11-01T10:00:00.000Z',
  ...more,
})

const fine: TemplateCheck = { ok: true, problems: [], warnings: [], usedVariables: [], cases: [] }

/** Keeps templates as the server would: inherited ones are overridden, stale versions refused. */
export function fakeTemplates(rows: FullTemplate[], check: TemplateCheck = fine) {
  const find = ({ params }: FakeRequest): FullTemplate => {
    const row = rows.find(({ id }) => id === params.id)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }
  const replace = (old: FullTemplate, next: FullTemplate): FullTemplate => {
    rows.splice(rows.indexOf(old), 1, next)
    return next
  }
  const handlers: FakeHandlers = {
    'GET /template/{type}/read': ({ query }) => {
      const [start, limit] = [Number(query.start), Number(query.limit)]
      const found = rows.filter(({ templateType }) => templateType.includes(query.keyword ?? ''))
      return {
        items: found.slice(start, start + limit),
        start,
        limit,
        total: found.length,
        totalCapped: false,
      }
    },
    'GET /template/variables': () => ({ items: [] }),
    'GET /template/{id}': find,
    'POST /template/validate': () => check,
    'POST /template/': ({ body }) => {
      const created = mail(`new-${rows.length}`, body as Partial<FullTemplate>)
      rows.push(created)
      return created
    },
    'PUT /template/{id}/': (request) => {
      const current = find(request)
      const { version, ...changes } = request.body as FullTemplate
      if (version !== current.version) throw new Refusal('VERSION_CONFLICT', { current })
      const { inherited, merchantId } = current
      if (!inherited) return replace(current, { ...current, ...changes, version: version + 1 })
      return replace(current, {
        ...current,
        ...changes,
        id: 'own',
        version: 1,
        inherited: false,
        overrides: merchantId,
      })
    },
    'DELETE /template/{id}': (request) => {
      const { id, overrides = null } = find(request)
      rows.splice(
        rows.findIndex((row) => row.id === id),
        1,
      )
      return { id, deleted: true, nowInheritedFrom: overrides }
    },
  }
  return { rows, handlers }
}
