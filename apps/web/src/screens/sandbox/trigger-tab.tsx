import { Stack } from '@mantine/core'
import { CopyText } from '../../ui/copy-text.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import styles from './sandbox.module.css'
import { triggerGroups } from './triggers.ts'

/** Everything one can try, ready to be copied. */
export function TriggerTab() {
  return (
    <Stack gap={24}>
      <p className={styles.note}>The amount decides first, then the card, then the bank account.</p>
      {triggerGroups.map(({ title, note, triggers }) => (
        <section key={title}>
          <h3 className={styles.heading}>{title}</h3>
          <p className={styles.note}>{note}</p>
          <SmallTable label={title} columns={['Use', 'What happens']}>
            {triggers.map(({ value, effect }) => (
              <tr key={value}>
                <th scope="row">
                  <CopyText value={value} maxChars={34} />
                </th>
                <td data-wrap>{effect}</td>
              </tr>
            ))}
          </SmallTable>
        </section>
      ))}
    </Stack>
  )
}
