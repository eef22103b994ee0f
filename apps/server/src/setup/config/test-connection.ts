import { configCalls } from '@signalbox/model/calls/configuration'
import { config } from '@signalbox/model/entities/config'
import { Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { Resource } from '../../kit/resource.ts'

/** Asks a provider whether it answers; nothing when the account cannot be used as it is. */
export type Ping = (
  merchantId: number,
  psp: string,
  account: string,
) => Promise<{ readonly ok: boolean; readonly message: string } | undefined>

/** Whether a provider answers, with the credentials payments would use. Nothing is held open in the database meanwhile. */
export function connectionTest(ping: Ping, now: () => Date): Handler {
  const configs = new Resource(config)
  return handle(configCalls.test, async (work) => {
    const { provider, type, name, id, accounts } = await configs.store(work as Work).get(work.params.id)
    const { account } = work.body
    if (type !== 'ProviderConfig' || provider === null || !accounts.includes(account))
      throw new Refusal('INVALID_STATE', { message: 'Only payment provider accounts can be tested.' })
    const begun = now().getTime()
    const answer = await ping(work.scope.selected, provider, account)
    if (!answer)
      throw new Refusal('INVALID_STATE', {
        message: 'The account is switched off, incomplete, or there is no connector for it.',
      })
    const { ok, message } = answer
    work.audit({
      merchantId: work.scope.selected,
      entityType: config.slug,
      entityId: id,
      entityLabel: name,
      action: 'TEST_CONNECTION',
      after: { account, ok, message },
    })
    return { ok, message, ms: now().getTime() - begun }
  })
}
