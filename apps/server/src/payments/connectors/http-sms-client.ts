import { callService, type ServiceDeps } from './service-call.ts'
import type { SmsClient } from './sms-client.ts'

const longestAnswer = 500

export const httpSmsClient = (deps: ServiceDeps): SmsClient => ({
  async send({ url, apiKey, timeoutMs }, { id, ...message }) {
    if (!url && !deps.sandboxUrl) return undefined
    const ending = await callService(deps, {
      target: 'SMS',
      service: {
        provider: 'sms-sim',
        ...(url && { endpoint: url }),
        ...(apiKey && { secrets: { apiKey } }),
      },
      method: 'POST',
      path: '/messages',
      headers: { 'idempotency-key': id },
      body: message,
      readMs: timeoutMs,
    })
    return ending.kind === 'answered'
      ? { status: ending.status, text: ending.body.slice(0, longestAnswer) }
      : { status: null, text: ending.failure.slice(0, longestAnswer) }
  },
})
