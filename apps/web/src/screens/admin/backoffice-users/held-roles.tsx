import { roleLabel } from '@signalbox/model/entities/user'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { Item, ItemList } from '../../../ui/item-list.tsx'
import { GrantReview } from './grant-review.tsx'
import { rowOf, type Grant } from './role-grants.ts'

/** Each role with its story: since when, by whom, when it was last needed, what the last review said. */
export function HeldRoles({ grants }: { readonly grants: readonly Grant[] }) {
  return (
    <ItemList>
      {grants.map((grant) => (
        <Item
          key={grant.id}
          note={
            <>
              Since <InstantView iso={grant.grantedAt} />
              {grant.grantedBy === null ? '' : `, granted by ${grant.grantedBy}`}
              {' · '}
              {grant.lastUsedAt === null ? (
                'never used'
              ) : (
                <>
                  last used <InstantView iso={grant.lastUsedAt} as="distance" />
                </>
              )}
              {grant.reviewedBy === null ? '' : ` · reviewed by ${grant.reviewedBy}`}
              {grant.reviewNote === null ? '' : `: ${grant.reviewNote}`}
            </>
          }
          action={<GrantReview row={rowOf(grant)} />}
        >
          {roleLabel(grant.role)}
        </Item>
      ))}
    </ItemList>
  )
}
