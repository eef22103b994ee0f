import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../kit/api.ts'

/** A refusal stays a refusal; only a lost answer is worth a second try. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError)

/** A browser that thinks it is offline would otherwise wait in silence; people are told at once and can try again. */
const networkMode = 'always'

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        retry: worthRetrying,
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode, retry: false },
    },
  })
