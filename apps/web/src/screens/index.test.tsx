import { permissions } from '@signalbox/model/access/policy'
import { roles } from '@signalbox/model/access/roles'
import { screen as page } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '../kit/testing/fake-api.ts'
import { signIn } from '../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../kit/testing/render-screen.tsx'
import { isIconName } from '../ui/icon.tsx'
import { screens } from './index.ts'

withLayout()

describe('screens', () => {
  it('have a path of their own, an icon that exists and an access the policy knows', () => {
    expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
    for (const { path, icon, access } of screens) {
      expect(isIconName(icon), `${path} ${icon}`).toBe(true)
      const wanted = typeof access === 'string' ? [access] : access
      for (const permission of wanted) expect(['signedIn', ...permissions], path).toContain(permission)
    }
  })

  /** The classic grid is the same page with something around it: a list and a table tell for all. */
  const drawn = screens.filter(
    ({ path, legacy, unlisted }) =>
      !(legacy && unlisted) || ['/legacy/admin/iin', '/legacy/kyc/block'].includes(path),
  )

  it.each(drawn.map((screen) => [screen.path, screen] as const))(
    '%s draws itself even when no call is answered',
    async (path, screen) => {
      signIn(roles)
      fakeApi({})
      const { default: Content } = await screen.load()
      renderScreen(Content, path)
      expect((await page.findByRole('heading', { level: 1 })).textContent).not.toBe('')
    },
  )
})
