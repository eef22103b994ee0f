import { TextInput } from '@mantine/core'
import type { TemplateFinding } from '@signalbox/model/calls/template'
import { filterLabels, filterNames } from '@signalbox/model/template-language/filters'
import { templateKinds, type SqlParam, type TemplateType } from '@signalbox/model/template-language/template'
import { useMemo } from 'react'
import { CodeEditor } from '../../kit/code-editor/code-editor.tsx'
import type { CodeEditorProps, SqlSchema, TagSuggestions } from '../../kit/code-editor/editor-types.ts'
import { DetailsFields } from './details-fields.tsx'
import styles from './edit-tab.module.css'
import { FindingList, marksOf, type Findings } from './findings.tsx'
import { SqlParams } from './sql-params.tsx'
import { useVariables } from './use-templates.ts'
import type { TemplateEditor } from './use-template-editor.ts'

export interface EditTabProps {
  readonly editor: TemplateEditor
  readonly mayEdit: boolean
  readonly findings: Findings
  readonly showDetails: boolean
  readonly goTo: CodeEditorProps['goTo']
  readonly onGoTo: (finding: TemplateFinding) => void
}

const filters = filterNames.map((name) => ({ text: name, label: filterLabels[name] }))
const withoutTags: readonly TemplateType[] = ['script', 'sql']

export function useSuggestions(type: TemplateType): TagSuggestions | undefined {
  const { data } = useVariables(type)
  return useMemo(
    () =>
      data && !withoutTags.includes(type)
        ? {
            values: data.items.map(({ path, label, kind }) => ({ text: path, label, detail: kind })),
            filters,
          }
        : undefined,
    [data, type],
  )
}

/** `v_users.username` and the like, gathered by view. */
function sqlSchemaOf(paths: readonly string[]): Record<string, string[]> {
  const schema: Record<string, string[]> = {}
  for (const path of paths) {
    const [view = '', column = ''] = path.split('.')
    schema[view] = [...(schema[view] ?? []), column]
  }
  return schema
}

function useSqlSchema(type: TemplateType): SqlSchema | undefined {
  const { data } = useVariables(type)
  return useMemo(
    () => (type === 'sql' && data ? sqlSchemaOf(data.items.map(({ path }) => path)) : undefined),
    [data, type],
  )
}

function Hint({ type }: { readonly type: TemplateType }) {
  if (withoutTags.includes(type)) return null
  return (
    <p className={styles.hint}>
      Type <code>{'${'}</code> for variables and <code>;</code> after a variable for filters.
    </p>
  )
}

function Views({ schema }: { readonly schema: SqlSchema }) {
  return (
    <details className={styles.views}>
      <summary>Views a query may read</summary>
      <dl>
        {Object.entries(schema).map(([view, columns]) => (
          <div key={view}>
            <dt className="mono">{view}</dt>
            <dd className="mono">{columns.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The main body, with what belongs to it above and what is wrong with it below. */
export function EditTab({ editor, mayEdit, findings, showDetails, goTo, onGoTo }: EditTabProps) {
  const { draft, problems, set } = editor
  const { language, contentLabel } = templateKinds[draft.type]
  const suggestions = useSuggestions(draft.type)
  const sqlSchema = useSqlSchema(draft.type)
  const marks = useMemo(() => marksOf(findings, 'content'), [findings])
  const subjectProblem = findings.problems.find(({ field }) => field === 'subject')
  return (
    <div className={styles.tab}>
      {showDetails ? <DetailsFields editor={editor} mayEdit={mayEdit} /> : null}
      {draft.type === 'email' ? (
        <TextInput
          label="Subject"
          required
          value={draft.subject ?? ''}
          error={problems.subject ?? subjectProblem?.message}
          disabled={!mayEdit}
          maxLength={200}
          onChange={(event) => set('subject', event.currentTarget.value)}
        />
      ) : null}
      {draft.type === 'sql' ? (
        <SqlParams
          params={(draft.params ?? []) as readonly SqlParam[]}
          mayEdit={mayEdit}
          problem={problems.params}
          onChange={(params) => set('params', [...params])}
        />
      ) : null}
      <div className={styles.editor}>
        <CodeEditor
          label={contentLabel}
          value={draft.content}
          onChange={(content) => set('content', content)}
          language={language}
          readOnly={!mayEdit}
          marks={marks}
          suggestions={suggestions}
          sqlSchema={sqlSchema}
          goTo={goTo}
          fill
        />
      </div>
      {mayEdit ? <Hint type={draft.type} /> : null}
      {sqlSchema ? <Views schema={sqlSchema} /> : null}
      <FindingList {...findings} onGoTo={onGoTo} />
    </div>
  )
}
