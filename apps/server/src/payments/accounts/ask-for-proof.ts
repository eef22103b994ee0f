import { mailJob } from '../../kit/mail/mail-job.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { selectTemplate } from '../../setup/template/read-model.ts'
import type { AskUser } from './service.ts'
import { addressOfPayer } from './store.ts'

const templateType = 'AccountVerification'

/** Mails the user, where the merchant has words for it and an address is known from a payment. */
export const askForProof =
  (box: SecretBox): AskUser =>
  async (work, { merchantId, merchantUserId, maskedAccount, providerType }) => {
    const payer = await addressOfPayer(work.tx, merchantId, merchantUserId)
    if (!payer) return
    const locale = payer.locale ?? 'en'
    if (!(await selectTemplate(work.tx, { type: 'email', templateType, merchantId, locale }))) return
    const view = { account: { masked: maskedAccount, type: providerType } }
    work.enqueue(
      mailJob(box, { to: payer.email, template: templateType, merchantId, locale, view }, work.newId()),
    )
  }
