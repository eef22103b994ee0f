import { user } from '@signalbox/model/entities/user'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { withLayout } from '../../../kit/testing/render-screen.tsx'
import { UiProvider } from '../../../ui/ui-provider.tsx'
import { RolesEditor } from './roles-editor.tsx'

withLayout()

function Editing({ username, start }: { readonly username: string; readonly start: string[] }) {
  const [roles, setRoles] = useState<unknown>(start)
  return (
    <UiProvider>
      <RolesEditor
        id="roles"
        field={user.fields.roles}
        value={roles}
        values={{ username }}
        onChange={setRoles}
      />
    </UiProvider>
  )
}

const box = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement

describe('roles editor', () => {
  it('lets a merchant administrator grant only what is theirs to give', () => {
    signIn(['MERCHANT_ADMIN'])
    render(<Editing username="bo" start={['AGENT']} />)
    expect(box('Transaction viewer').disabled).toBe(false)
    expect(box('Operator admin').disabled).toBe(true)
    expect(box('Audit viewer').disabled).toBe(true)
  })

  it('keeps people from changing their own roles', () => {
    signIn(['OPERATOR_ADMIN'])
    render(<Editing username="anna" start={['OPERATOR_ADMIN']} />)
    expect(box('Agent').disabled).toBe(true)
    expect(screen.getByText('You cannot change your own roles.')).toBeTruthy()
  })

  it('finds roles by name and warns of pairs that belong to two people', async () => {
    signIn(['OPERATOR_ADMIN'])
    render(<Editing username="bo" start={['FIRST_APPROVER']} />)
    const typing = userEvent.setup()
    await typing.click(screen.getByRole('textbox', { name: 'Search roles' }))
    await typing.paste('second')
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
    await typing.click(box('Second approver'))
    expect(screen.getByText('First approver with Second approver')).toBeTruthy()
  })
})
