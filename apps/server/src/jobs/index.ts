import { join } from 'node:path'
import type { Config } from '../config.ts'
import { startJobs, type Jobs } from '../kit/jobs/start-jobs.ts'
import { captureTransport } from '../kit/mail/capture-transport.ts'
import { smtpTransport } from '../kit/mail/smtp-transport.ts'
import { secretBox } from '../kit/secret-box.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'
import { sendMail } from './send-mail.ts'

interface BackgroundParts {
  readonly config: Config
  readonly deps: KitDeps
  readonly ownerUrl: string
}

/** Everything this node does without being asked. */
export const startBackground = ({ config, deps, ownerUrl }: BackgroundParts): Promise<Jobs> =>
  startJobs({
    ownerUrl,
    deps,
    tasks: [
      sendMail({
        deps,
        secrets: secretBox(config.masterKey),
        transport: config.smtpUrl
          ? smtpTransport(config.smtpUrl)
          : captureTransport(join(config.dataDir, 'mail')),
        from: config.mailFrom,
        renderMail: () => Promise.resolve(null),
      }),
    ],
    periodic: [],
  })
