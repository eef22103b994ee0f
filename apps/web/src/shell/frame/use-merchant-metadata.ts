import { useEffect } from 'react'
import { api } from '../../kit/api.ts'
import { live } from '../../kit/live.ts'
import { sessionStore, useSession } from '../../kit/session/session-store.ts'
import { serverClock } from '../session/server-clock.ts'

/**
 * Keeps metadata in step with the selected merchant and with what administrators change about the person or the tree:
 * rights that were taken away leave the menu without a reload.
 */
export function useMerchantMetadata(): void {
  const { merchantId, metadata } = useSession()
  const userId = metadata.user.id
  const known = metadata.merchant?.id
  useEffect(() => {
    if (known === merchantId) return undefined
    const controller = new AbortController()
    void refresh(merchantId, controller.signal)
    return () => controller.abort()
  }, [merchantId, known])
  useEffect(() => {
    const ask = () => void refresh(merchantId)
    const stopMerchant = live.on('merchant', ask)
    const stopUser = live.on('user', ({ key }) => {
      if (key === undefined || key === userId) ask()
    })
    return () => {
      stopMerchant()
      stopUser()
    }
  }, [merchantId, userId])
}

async function refresh(merchantId: number, signal?: AbortSignal): Promise<void> {
  try {
    const metadata = await api('GET /metadata/{merchantId}', {
      params: { merchantId },
      suppressToast: true,
      ...(signal ? { signal } : {}),
    })
    serverClock.set(metadata.serverTime, Date.now())
    sessionStore.setMetadata(metadata)
  } catch {
    // The console goes on with what it knows; the next switch or change asks again.
  }
}
