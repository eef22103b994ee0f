import { Alert, Button, Radio } from '@mantine/core'
import {
  template,
  templateKinds,
  type FullTemplate,
  type TemplateDraft,
} from '@signalbox/model/template-language/template'
import { useState } from 'react'
import { SideBySide } from '../../kit/code-editor/side-by-side.tsx'
import { FieldView } from '../../kit/field/field-view.tsx'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { differences, merged, type Difference, type Side } from '../../kit/record/record-values.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './conflict-dialog.module.css'
import { asValues, draftOf, type EditedField } from './editor-state.ts'
import type { TemplateEditor } from './use-template-editor.ts'

export interface ConflictDialogProps {
  readonly editor: TemplateEditor
  readonly current: FullTemplate
}

const isText = (name: string): name is 'content' | 'textContent' =>
  name === 'content' || name === 'textContent'

/** The draft both agree on: choices for short fields, the edited right side for bodies, and nobody's other change lost. */
export function agreedDraft(
  base: TemplateDraft,
  theirs: TemplateDraft,
  mine: TemplateDraft,
  choices: Readonly<Record<string, Side>>,
  bodies: Readonly<Partial<Record<'content' | 'textContent', string>>>,
): TemplateDraft {
  const values = merged(asValues(theirs), asValues(mine), asValues(base), choices)
  return { ...(values as TemplateDraft), ...bodies }
}

interface RowProps {
  readonly difference: Difference
  readonly draft: TemplateDraft
  readonly choice: Side | undefined
  readonly onChoose: (side: Side) => void
  readonly onBody: (text: string) => void
}

function Row({ difference, draft, choice, onChoose, onBody }: RowProps) {
  const { name, theirs, mine, conflict } = difference
  const field = template.fields[name as EditedField]
  if (isText(name) && conflict) {
    return (
      <section className={styles.row} aria-label={field.label}>
        <h3 className={styles.heading}>{field.label}</h3>
        <SideBySide
          left={typeof theirs === 'string' ? theirs : ''}
          leftLabel="Theirs"
          right={typeof mine === 'string' ? mine : ''}
          rightLabel="Mine, edit it here"
          onRight={onBody}
          language={name === 'content' ? templateKinds[draft.type].language : 'plain'}
        />
      </section>
    )
  }
  if (!conflict) {
    return (
      <p className={styles.note}>
        <strong>{field.label}</strong> was changed by only one of you; that change is kept.
      </p>
    )
  }
  const side = (which: Side, value: unknown, title: string) => (
    <div className={styles.side} data-chosen={choice === which || undefined}>
      <Radio
        name={`choice-${name}`}
        checked={choice === which}
        onChange={() => onChoose(which)}
        label={title}
        aria-label={`${field.label}: ${title}`}
      />
      <FieldView field={field} value={value} layout="full" />
    </div>
  )
  return (
    <section className={styles.row} aria-label={field.label}>
      <h3 className={styles.heading}>{field.label}</h3>
      <div className={styles.sides}>
        {side('theirs', theirs, 'Keep theirs')}
        {side('mine', mine, 'Keep mine')}
      </div>
    </section>
  )
}

/** Somebody saved in between: their words beside mine, nothing lost until it is decided. */
export function ConflictDialog({ editor, current }: ConflictDialogProps) {
  const { before, draft } = editor
  const theirs = draftOf(current)
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const [bodies, setBodies] = useState<Readonly<Partial<Record<'content' | 'textContent', string>>>>({})
  const found = differences(asValues(before), asValues(theirs), asValues(draft))
  const open = found.filter(({ name, conflict }) => conflict && !isText(name) && choices[name] === undefined)
  const conflictingBodies = Object.fromEntries(
    found.flatMap(({ name, conflict }) =>
      conflict && isText(name) ? [[name, bodies[name] ?? draft[name]]] : [],
    ),
  ) as Partial<Record<'content' | 'textContent', string>>
  return (
    <Dialog
      opened
      onClose={editor.leaveConflict}
      widthPx={1080}
      title="Someone else saved this template"
      footer={
        <>
          <Button variant="default" onClick={() => editor.resolve(current, theirs)}>
            Discard mine
          </Button>
          <Button
            disabled={open.length > 0}
            onClick={() =>
              editor.resolve(current, agreedDraft(before, theirs, draft, choices, conflictingBodies))
            }
          >
            Continue with these
          </Button>
        </>
      }
    >
      <div className={styles.view}>
        <Alert
          color="orange"
          variant="light"
          icon={<Icon name="warning" />}
          title={`${current.updatedBy} saved version ${current.version}`}
        >
          <InstantView iso={current.lastUpdated} />. Your changes are kept: choose here, then save again.
        </Alert>
        {found.map((difference) => (
          <Row
            key={difference.name}
            difference={difference}
            draft={draft}
            choice={choices[difference.name]}
            onChoose={(side) => setChoices((last) => ({ ...last, [difference.name]: side }))}
            onBody={(text) => setBodies((last) => ({ ...last, [difference.name]: text }))}
          />
        ))}
        <div role="status" className={styles.left}>
          {open.length > 0 ? `${open.length} left to choose` : ''}
        </div>
      </div>
    </Dialog>
  )
}
