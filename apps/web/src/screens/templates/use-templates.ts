import type { Template, TemplateType } from '@signalbox/model/template-language/template'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useSession } from '../../kit/session/session-store.ts'
import type { TemplatesAddress } from './templates-address.ts'

const pageLimit = 50
/** More than anybody has of one type; beyond it, the search narrows. */
const mostPages = 20

export const templatesKey = ['template'] as const

export const recordKey = (merchantId: number, id: string | null) =>
  [...templatesKey, 'record', merchantId, id] as const

/** Everything told of templates but the records themselves: one that was overridden or deleted is not there to ask for. */
export const isAboutTemplates = ([subject, part]: readonly unknown[]): boolean =>
  subject === templatesKey[0] && part !== 'record'

const quiet = { suppressToast: true } as const
const options = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const

const queryOf = ({ keyword, locales, overridesOnly }: TemplatesAddress) => ({
  ...(keyword && { keyword }),
  ...(locales.length > 0 && { locale: locales.join(',') }),
  ...(overridesOnly && { overridesOnly: 'true' as const }),
})

const page = (
  type: TemplateType,
  query: ReturnType<typeof queryOf>,
  start: number,
  limit: number,
  signal?: AbortSignal,
) =>
  api('GET /template/{type}/read', { params: { type }, query: { ...query, start, limit }, signal, ...quiet })

/** The first row the list would have now. */
export const newestOf = (type: TemplateType, address: TemplatesAddress) => page(type, queryOf(address), 0, 1)

/** Pages of fifty until all are there. */
async function allOf(type: TemplateType, query: ReturnType<typeof queryOf>, signal: AbortSignal) {
  const items: Template[] = []
  for (let at = 0; at < mostPages; at++) {
    const reply = await page(type, query, at * pageLimit, pageLimit, signal)
    items.push(...reply.items)
    if (items.length >= reply.total || reply.items.length === 0) return { items, total: reply.total }
  }
  return { items, total: items.length }
}

export function useTemplates(type: TemplateType, address: TemplatesAddress) {
  const { merchantId } = useSession()
  const query = queryOf(address)
  return useQuery({
    queryKey: [...templatesKey, 'list', merchantId, type, query],
    queryFn: ({ signal }) => allOf(type, query, signal),
    placeholderData: keepPreviousData,
    ...options,
  })
}

export function useTemplate(id: string | null) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: recordKey(merchantId, id),
    queryFn: ({ signal }) => api('GET /template/{id}', { params: { id: id ?? '' }, signal, ...quiet }),
    enabled: id !== null,
    ...options,
  })
}

export function useTemplateHistory(type: TemplateType, templateType: string, id: string) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...templatesKey, 'history', merchantId, type, templateType, id],
    queryFn: ({ signal }) =>
      api('GET /template/html/history/{templateType}', {
        params: { templateType },
        query: { type, id, limit: 100 },
        signal,
        ...quiet,
      }),
    ...options,
  })
}

export function useTemplateUsage(id: string) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...templatesKey, 'usage', merchantId, id],
    queryFn: ({ signal }) => api('GET /template/{id}/usage', { params: { id }, signal, ...quiet }),
    ...options,
  })
}

export function useVariables(type: TemplateType) {
  return useQuery({
    queryKey: ['template-variables', type],
    queryFn: ({ signal }) => api('GET /template/variables', { query: { type }, signal, ...quiet }),
    staleTime: Infinity,
    ...options,
  })
}
