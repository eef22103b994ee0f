import type { Template, TemplateType } from '@signalbox/model/template'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useSession } from '../../kit/session-store.ts'
import type { TemplatesAddress } from './templates-address.ts'

const pageLimit = 50
/** More than anybody has of one type; beyond it, the search narrows. */
const mostPages = 20

export const templatesKey = ['template'] as const

export const recordKey = (merchantId: number, id: string | null) =>
  [...templatesKey, 'record', merchantId, id] as const

const quiet = { suppressToast: true } as const
const options = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/** Pages of fifty until all are there. */
async function allOf(
  type: TemplateType,
  query: { keyword?: string; locale?: string; overridesOnly?: 'true' },
  signal: AbortSignal,
) {
  const items: Template[] = []
  for (let page = 0; page < mostPages; page++) {
    const start = page * pageLimit
    const reply = await api('GET /template/{type}/read', {
      params: { type },
      query: { ...query, start, limit: pageLimit },
      signal,
      ...quiet,
    })
    items.push(...reply.items)
    if (items.length >= reply.total || reply.items.length === 0) return { items, total: reply.total }
  }
  return { items, total: items.length }
}

export function useTemplates(type: TemplateType, { keyword, locales, overridesOnly }: TemplatesAddress) {
  const { merchantId } = useSession()
  const query = {
    ...(keyword && { keyword }),
    ...(locales.length > 0 && { locale: locales.join(',') }),
    ...(overridesOnly && { overridesOnly: 'true' as const }),
  }
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
