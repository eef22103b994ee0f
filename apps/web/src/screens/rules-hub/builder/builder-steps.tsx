import { Alert, Button } from '@mantine/core'
import type { CellLanguage } from '../../../kit/decision-grid/core/cell-language.ts'
import { FavoriteStar } from '../../../kit/list/favorite-star.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { confirm } from '../../../ui/confirm-store.ts'
import { Page } from '../../../ui/page.tsx'
import { toast } from '../../../ui/toast.tsx'
import styles from './builder.module.css'
import { builderSteps, stepTitles, type BuilderStep } from './builder-address.ts'
import { isUntouched } from './builder-draft.ts'
import { PreconditionsStep } from './step-preconditions.tsx'
import { RulesStep } from './step-rules.tsx'
import { RulesetStep } from './step-ruleset.tsx'
import { SubmitStep } from './step-submit.tsx'
import { useBuilder, type Builder } from './use-builder.ts'
import { useChangeNote } from './use-change-note.tsx'
import { useSave, type BuilderFailure } from './use-save.ts'
import { useSubmit, type Submission } from './use-submit.ts'

const TestStep = loadable(async () => (await import('./step-test.tsx')).TestStep)

function StepList({ builder }: { readonly builder: Builder }) {
  return (
    <nav aria-label="Steps">
      <ol className={styles.steps}>
        {builderSteps.map((step, place) => (
          <li key={step}>
            <button
              type="button"
              className={styles.step}
              aria-current={builder.step === step ? 'step' : undefined}
              data-open={builder.isFree(step) || undefined}
              onClick={() => builder.go(step)}
            >
              <span className={styles.stepNo}>{place + 1}</span> {stepTitles[step]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Failure({ failure }: { readonly failure: BuilderFailure }) {
  return (
    <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />} title={failure.text}>
      {failure.details.length > 0 ? (
        <ul className={styles.list}>
          {failure.details.slice(0, 10).map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      ) : null}
    </Alert>
  )
}

function StepView({ builder, submission }: { readonly builder: Builder; readonly submission: Submission }) {
  switch (builder.step) {
    case 'ruleset':
      return <RulesetStep builder={builder} />
    case 'preconditions':
      return <PreconditionsStep builder={builder} />
    case 'rules':
      return <RulesStep builder={builder} />
    case 'test':
      return builder.saved ? <TestStep key={builder.saved.revision} saved={builder.saved} /> : null
    case 'submit':
      return <SubmitStep builder={builder} submission={submission} />
  }
}

interface FooterProps {
  readonly builder: Builder
  readonly saving: ReturnType<typeof useSave>
  readonly submission: Submission
  readonly onGo: (step: BuilderStep) => void
}

function Footer({ builder, saving, submission, onGo }: FooterProps) {
  const { step, canSave } = builder
  const place = builderSteps.indexOf(step)
  const [last, next] = [builderSteps[place - 1], builderSteps[place + 1]]
  const saveDraft = async () => {
    if (await saving.save()) toast.success('The draft was saved.')
  }
  return (
    <div className={styles.footer}>
      {last ? (
        <Button variant="default" onClick={() => onGo(last)}>
          Back
        </Button>
      ) : null}
      <span className={styles.space} />
      <Button
        variant="default"
        disabled={!canSave}
        loading={saving.isSaving}
        onClick={() => void saveDraft()}
      >
        Save draft
      </Button>
      {next ? (
        <Button loading={saving.isSaving} onClick={() => onGo(next)}>
          Next: {stepTitles[next]}
        </Button>
      ) : (
        <Button
          loading={submission.isSubmitting}
          leftSection={<Icon name="send" size={16} />}
          onClick={submission.submit}
        >
          Submit for approval
        </Button>
      )}
    </div>
  )
}

async function startOver({ saved, startOver: begin }: Builder): Promise<void> {
  const isSure = await confirm({
    title: 'Start over?',
    message: saved
      ? 'The saved draft stays in its table. Changes since then are lost.'
      : 'What you entered is lost.',
    confirmLabel: 'Start over',
  })
  if (isSure) begin()
}

/** The open step between the list of all of them and what leads on. */
export function BuilderSteps({ language }: { readonly language: CellLanguage }) {
  const builder = useBuilder(language)
  const changeNote = useChangeNote()
  const saving = useSave(builder, changeNote.ask)
  const submission = useSubmit(builder, saving.save)
  const failure = saving.failure ?? submission.failure
  /** The draft is tested and submitted as it is saved. */
  const go = async (step: BuilderStep) => {
    const isLater = step === 'test' || step === 'submit'
    const saved = isLater && builder.canSave ? await saving.save() : null
    if (isLater && builder.canSave && saved === null) return
    builder.go(step, saved?.rulesetId)
  }
  return (
    <Page
      title="Rule builder"
      titleExtra={<FavoriteStar page="/rules-hub/builder" title="Rule builder" />}
      actions={
        <Button
          variant="default"
          disabled={isUntouched(builder.draft)}
          onClick={() => void startOver(builder)}
        >
          Start over
        </Button>
      }
      toolbar={<StepList builder={{ ...builder, go: (step) => void go(step) }} />}
    >
      <section className={styles.page} data-step={builder.step} aria-label="Step">
        {failure ? <Failure failure={failure} /> : null}
        <StepView builder={builder} submission={submission} />
      </section>
      <Footer builder={builder} saving={saving} submission={submission} onGo={(step) => void go(step)} />
      {changeNote.dialog}
    </Page>
  )
}
