import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'

/** Locales in use at the selected merchant. */
export function useLocales() {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: ['message', 'locales', merchantId],
    queryFn: ({ signal }) => api('GET /message/locale', { signal, suppressToast: true }),
  })
}
