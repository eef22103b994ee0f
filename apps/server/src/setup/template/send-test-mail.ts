import { invalid } from '@signalbox/model/text/refusal'
import { sampleViews, type SampleName } from '@signalbox/model/template-language/sample-views'
import type { TemplateRecord } from '@signalbox/model/template-language/template'
import type { Work } from '../../kit/handle.ts'
import type { MailRequest } from '../../kit/mail/mail-message.ts'
import { sendMailTask } from '../../kit/mail/mail-job.ts'
import { addressOfUser } from './store.ts'

/** To the caller's own address only: a template in the hands of a tester must not become a way to mail strangers. */
export async function sendTestMail(
  work: Work,
  record: TemplateRecord,
  { to, fixture = 'deposit' }: { to: string; fixture?: SampleName },
): Promise<{ to: string }> {
  if (record.type !== 'email') {
    throw invalid({ field: 'type', code: 'TYPE', message: 'Only email templates can be sent' })
  }
  const own = await addressOfUser(work.tx, work.user.id)
  if (own === undefined || own.toLowerCase() !== to.trim().toLowerCase()) {
    throw invalid({ field: 'to', code: 'OWN_ADDRESS', message: 'Test emails go to your own address only' })
  }
  const request: MailRequest = {
    to: own,
    template: record.templateType,
    merchantId: work.scope.selected,
    locale: record.locale,
    channel: record.channel,
    url: record.url,
    view: sampleViews[fixture],
  }
  work.enqueue({ task: sendMailTask, payload: { ...request } })
  work.audit({
    merchantId: work.scope.selected,
    entityType: 'template',
    entityId: record.id,
    entityLabel: record.templateType,
    action: 'SEND_TEST',
    after: { to: own, fixture },
  })
  return { to: own }
}
