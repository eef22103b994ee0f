import type { SampleName } from '@signalbox/model/template-language/sample-views'
import type { TemplateDraft } from '@signalbox/model/template-language/template'
import { previewDocument, previewPolicy } from '@signalbox/model/template-language/template-preview'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { insertPreview, previewOf } from './preview-store.ts'
import type { TemplateTools } from './routes.ts'

/** Long enough to be fetched once, by a browser that is in no hurry. */
const keptMs = 10 * 60_000

/**
 * A page in a frame goes by the policy of the page around it unless it has an address of its own. The console lets no
 * picture in from elsewhere, mails are full of them: so what is shown is kept for a moment and served under its own.
 */
export async function makePreview(
  work: Work,
  tools: Pick<TemplateTools, 'render'>,
  template: TemplateDraft,
  sample: SampleName,
): Promise<{ id: string }> {
  if (template.type !== 'email' && template.type !== 'html')
    throw invalid({
      field: 'template.type',
      code: 'TYPE',
      message: 'Only emails and pages can be previewed',
    })
  const { content, problems } = await tools.render(template, sample)
  if (problems.length > 0) throw new Refusal('INVALID_STATE', { message: 'The template has problems.' })
  const id = work.newId()
  await insertPreview(work.tx, {
    merchantId: work.scope.selected,
    id,
    userId: work.user.id,
    content: previewDocument(content),
    expiresAt: new Date(work.now.getTime() + keptMs),
  })
  return { id }
}

/** `sandbox` takes away scripts, forms and the console's origin, whoever opens the address and however. */
const headers = {
  'content-security-policy': `${previewPolicy}; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

export async function showPreview(work: Work, id: string): Promise<string> {
  const page = await previewOf(work.tx, { id, userId: work.user.id, now: work.now })
  if (page === undefined) throw new Refusal('NOT_FOUND')
  work.reply.headers(headers).type('text/html; charset=utf-8')
  return page
}
