import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colours are custom properties, so that the editor changes with the theme without being told. */
const frame = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface-card)',
    fontSize: '13px',
    height: '100%',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '20px',
    // Joined characters look well and hide what exactly is written.
    fontVariantLigatures: 'none',
    overflow: 'auto',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--ink-muted)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px', minWidth: '36px' },
  '.cm-activeLine': { backgroundColor: 'var(--code-active-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)', color: 'var(--ink)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--code-selection)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--code-match)',
    outline: '1px solid var(--line-strong)',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--surface-sunken)',
    border: '1px solid var(--line)',
    color: 'var(--ink-muted)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    boxShadow: 'var(--mantine-shadow-md)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '260px' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px !important', lineHeight: '20px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--surface-selected)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': {
    color: 'var(--ink-muted)',
    fontFamily: 'var(--mantine-font-family)',
    fontStyle: 'normal',
    marginLeft: '12px',
  },
  '.cm-diagnostic': { borderLeftWidth: '3px', padding: '4px 10px', fontFamily: 'inherit' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--tone-negative)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--tone-attention)' },
  '.cm-panels': { backgroundColor: 'var(--surface-sunken)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 10px', fontSize: '13px' },
  '.cm-panel.cm-search label': { fontSize: '12px' },
  '.cm-panel.cm-search input.cm-textfield, .cm-panel.cm-search button.cm-button': {
    backgroundColor: 'var(--surface-card)',
    backgroundImage: 'none',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    padding: '3px 8px',
    fontSize: '13px',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--ink)', fontSize: '18px', padding: '0 6px' },
  '.cm-searchMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--code-selection)' },
  '.cm-templateTag': {
    color: 'var(--code-tag)',
    backgroundColor: 'var(--code-tag-tint)',
    borderRadius: '3px',
  },
  '.cm-templateTag *': { color: 'var(--code-tag)' },
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.tagName], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.unit, tags.color], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.docComment], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--code-property)' },
  { tag: [tags.typeName, tags.className, tags.labelName], color: 'var(--code-type)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'var(--code-function)',
  },
  { tag: [tags.meta, tags.processingInstruction, tags.documentMeta], color: 'var(--code-comment)' },
  { tag: tags.invalid, color: 'var(--tone-negative)' },
])

export const editorLook = [frame, syntaxHighlighting(colours)]
