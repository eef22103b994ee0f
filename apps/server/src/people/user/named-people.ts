import { mayAccess, type Access } from '@signalbox/model/access/policy'
import { roles } from '@signalbox/model/access/roles'
import type { Work } from '../../kit/handle.ts'
import { peopleFor } from './people-store.ts'

const mostNamed = 20

/** Colleagues a text names as `@username`, as far as they may see what it is about; the author needs no telling. */
export async function namedIn(
  { tx, user }: Pick<Work, 'tx' | 'user'>,
  text: string,
  { merchantId, access }: { readonly merchantId: number; readonly access: Access },
): Promise<string[]> {
  const names = [...text.matchAll(/(?:^|[^\w@])@([\w.-]{2,60})/g)].map(([, name = '']) =>
    name.replace(/[.-]+$/, '').toLowerCase(),
  )
  if (names.length === 0) return []
  const readers = roles.filter((role) => mayAccess(access, { roles: [role], internalUser: false }))
  const people = await peopleFor(tx, merchantId, readers)
  return people
    .filter(({ id, username }) => id !== user.id && names.includes(username.toLowerCase()))
    .slice(0, mostNamed)
    .map(({ id }) => id)
}
