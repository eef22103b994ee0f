import type { Config } from '../../config.ts'
import type { Feature } from '../../kit/feature.ts'
import { secretBox } from '../../kit/secret-box.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import type { MailDeps } from './mails/send.ts'
import { handlers } from './routes.ts'

type Settings = Pick<Config, 'masterKey' | 'publicUrl'>

export const dashboardMailDeps = (
  { masterKey, publicUrl }: Settings,
  { userFormats }: Pick<KitDeps, 'userFormats'>,
): MailDeps => ({ secrets: secretBox(masterKey), publicUrl, userFormats })

export const analyticsFeature = (config: Settings, deps: Pick<KitDeps, 'userFormats'>): Feature => ({
  name: 'analytics',
  handlers: handlers(dashboardMailDeps(config, deps)),
})
