import { connectorNames } from '@signalbox/server/payments/connectors/index'
import { ownStore } from '@signalbox/server/payments/connectors/own-store'
import { sandboxAccounts } from '@signalbox/server/payments/connectors/sandbox-accounts'
import { describe, expect, it } from 'vitest'
import { providers } from '../../sandbox.ts'
import { demoCredentialsTemplates } from './demo-credentials-templates.ts'
import { demoPsps } from './demo-psps.ts'

/** What a new connector needs elsewhere, each named by the test that misses it: docs/adding-a-screen.md. */
describe.each(connectorNames.filter((name) => name !== ownStore))('the connector %s', (name) => {
  it('is played by the sandbox', () => {
    expect(providers.map(({ psp }) => psp)).toContain(name)
  })

  it('has an account the sandbox knows', () => {
    expect(sandboxAccounts.map(({ psp }) => psp)).toContain(name)
  })

  it('stands in the catalogue of the demo', () => {
    expect(demoPsps.map(({ connector }) => connector)).toContain(name)
  })

  it('is asked for its credentials by a template that names what the account has', () => {
    const account = sandboxAccounts.find(({ psp }) => psp === name)
    const known = Object.keys({ ...account?.settings, ...account?.secrets })
    const asked = (demoCredentialsTemplates[name] ?? []).map(({ key }) => key)
    expect(asked).not.toEqual([])
    expect(asked.toSorted()).toEqual(known.toSorted())
  })
})
