import { Button, NumberInput, Radio, Switch, Textarea, TextInput } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import { inheritances, type Inheritance } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { texts } from '@signalbox/model/text/texts'
import { useState } from 'react'
import type { CellLanguage } from '../../kit/decision-grid/core/cell-language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './dialogs.module.css'
import { Preconditions, readConditions, type PreconditionInput } from './precondition-inputs.tsx'
import { inheritWords } from './table-words.ts'

type RulesetSettings = Omit<RulesetContent, 'rules'>

export interface RulesetDialogProps {
  readonly table: DecisionTable
  readonly language: CellLanguage
  readonly settings: RulesetSettings
  readonly title: string
  readonly confirmLabel: string
  readonly onConfirm: (settings: RulesetSettings) => void
  readonly onClose: () => void
}

const lowestPriority = 9999

type Settings = ReturnType<typeof useSettingsForm>

/** The settings while they are typed; a priority may be anything until it is confirmed. */
function useSettingsForm(settings: RulesetSettings, language: CellLanguage) {
  const [name, setName] = useState(settings.name)
  const [note, setNote] = useState(settings.note)
  const [priority, setPriority] = useState<number | string>(settings.priority)
  const [inherit, setInherit] = useState<Inheritance>(settings.inherit)
  const [enabled, setEnabled] = useState(settings.enabled)
  const [preconditions, setPreconditions] = useState<readonly PreconditionInput[]>(() =>
    Object.entries(settings.preconditions).map(([key, cell]) => {
      const fact = factOf(key)
      return { key, text: fact ? language.formatCell(fact, cell) : '' }
    }),
  )
  const [tried, setTried] = useState(false)
  const { cells, problems } = readConditions(language, preconditions)
  const nameProblem = name.trim() === '' ? texts.required : name.trim().length < 3 ? texts.tooShort : null
  const confirmed = (): RulesetSettings | null => {
    setTried(true)
    if (nameProblem !== null || Object.keys(problems).length > 0 || typeof priority !== 'number') return null
    return { name: name.trim(), note: note.trim(), priority, inherit, enabled, preconditions: cells }
  }
  return {
    name: { value: name, set: setName, problem: tried ? nameProblem : null },
    note: { value: note, set: setNote },
    priority: {
      value: priority,
      set: setPriority,
      problem: tried && typeof priority !== 'number' ? texts.mustBeNumber : null,
    },
    inherit: { value: inherit, set: setInherit },
    enabled: { value: enabled, set: setEnabled },
    preconditions: { value: preconditions, set: setPreconditions, problems: tried ? problems : {} },
    confirmed,
  }
}

function PlaceFields({ priority, inherit, enabled }: Settings) {
  return (
    <>
      <div className={styles.two}>
        <NumberInput
          label="Priority"
          description="Rulesets with lower numbers are evaluated first"
          min={1}
          max={lowestPriority}
          allowDecimal={false}
          clampBehavior="strict"
          value={priority.value}
          error={priority.problem}
          onChange={priority.set}
        />
        <Switch
          label="Enabled"
          description="When off, its rows are skipped"
          checked={enabled.value}
          onChange={(event) => enabled.set(event.currentTarget.checked)}
        />
      </div>
      <Radio.Group
        label="Merchants below"
        value={inherit.value}
        onChange={(value) => inherit.set(value as Inheritance)}
      >
        <div className={styles.form} style={{ gap: 6, marginTop: 6 }}>
          {inheritances.map((value) => (
            <Radio key={value} value={value} label={inheritWords[value]} />
          ))}
        </div>
      </Radio.Group>
    </>
  )
}
/** Name, place and preconditions of a ruleset. What is confirmed here can be undone like every other edit. */
export function RulesetDialog(props: RulesetDialogProps) {
  const { table, language, settings, title, confirmLabel, onConfirm, onClose } = props
  const form = useSettingsForm(settings, language)
  const { name, note, preconditions } = form
  const confirm = () => {
    const confirmed = form.confirmed()
    if (confirmed) onConfirm(confirmed)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      widthPx={680}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={confirm}>{confirmLabel}</Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <TextInput
          label="Name"
          withAsterisk
          maxLength={200}
          value={name.value}
          error={name.problem}
          onChange={(event) => name.set(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label="Note"
          description="What the ruleset is for"
          autosize
          maxLength={500}
          value={note.value}
          onChange={(event) => note.set(event.currentTarget.value)}
        />
        <PlaceFields {...form} />
        <Preconditions
          table={table}
          inputs={preconditions.value}
          problems={preconditions.problems}
          onChange={preconditions.set}
        />
      </form>
    </Dialog>
  )
}
