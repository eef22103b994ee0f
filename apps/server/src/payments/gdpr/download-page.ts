import type { FastifyInstance } from 'fastify'
import { systemActor } from '../../kit/audit.ts'
import { openEnvelope } from '../../kit/envelope.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { hashToken } from '../../people/identity/token.ts'
import { isWaiting, takeArchive } from './request-store.ts'

/** Where the links lead: outside of the console, for people who have no login. */
export const downloadPath = (product: string): string => `/${product}/personal-data`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1rem}
button{font:inherit;padding:.6rem 1.2rem;border-radius:8px;border:0;background:#2f54d1;color:#fff;cursor:pointer}</style>
</head><body><main><h1>${title}</h1>${body}</main></body></html>`

const waiting = page(
  'Your personal data',
  `<p>The archive is encrypted. You need the password you were given separately.</p>
<p>Open it with a program that knows ZIP files with AES-256, such as 7-Zip, WinZip or Keka. The command unzip cannot.</p>
<p><strong>It can be downloaded once.</strong> After that this link no longer works.</p>
<form method="post"><button type="submit">Download</button></form>`,
)
const gone = page(
  'This link no longer works',
  '<p>The archive was already downloaded, or the link has expired. Request a new one.</p>',
)
const html = 'text/html; charset=utf-8'

/**
 * Looking at the address takes nothing: programs that follow links in mails do so too. Only the button fetches the
 * archive, which is then gone here.
 */
export async function downloadPage(
  app: FastifyInstance,
  { product, box, deps }: { readonly product: string; readonly box: SecretBox; readonly deps: KitDeps },
): Promise<void> {
  const url = `${downloadPath(product)}/:token`
  const options = { config: { access: 'public' as const } }
  const hashOf = (params: unknown) => hashToken((params as { token: string }).token)
  await app.register(async (scope) => {
    // A button sends a form without content.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, parsed) =>
      parsed(null),
    )
    scope.get(url, options, async ({ params }, reply) =>
      (await isWaiting(deps.db, hashOf(params), deps.now()))
        ? reply.type(html).send(waiting)
        : reply.code(404).type(html).send(gone),
    )
    scope.post(url, options, async ({ params, ip }, reply) => {
      const actor = { ...systemActor, name: 'download link', ip }
      const { value: archive } = await perform(deps, actor, async (unit) => {
        const taken = await takeArchive(unit.tx, hashOf(params), unit.now)
        if (!taken) return undefined
        const { merchantId, requestId, subject } = taken
        const about = { merchantId, entityType: 'gdpr', entityId: requestId, entityLabel: subject }
        unit.audit({ ...about, action: 'DOWNLOAD' })
        unit.emit({ merchantId, topic: 'gdpr', key: requestId })
        return taken
      })
      if (!archive) return reply.code(404).type(html).send(gone)
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="personal-data.zip"')
        .send(Buffer.from(openEnvelope(box, archive.requestId, archive), 'base64'))
    })
    await Promise.resolve()
  })
}
