import { randomBytes } from 'node:crypto'
import { secretBox } from '../../../kit/secret-box.ts'
import { kitApp, type KitApp } from '../../../kit/testing/kit-app.ts'
import { handlers } from '../routes.ts'

/** Analytics alone, at one instant. */
export async function analyticsApp(now: string): Promise<KitApp> {
  const kit = await kitApp((deps) =>
    handlers({
      secrets: secretBox(randomBytes(32)),
      publicUrl: 'http://localhost',
      userFormats: deps.userFormats,
    }),
  )
  kit.clock.now = new Date(now)
  return kit
}
