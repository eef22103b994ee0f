import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import { chartCsv, chartPng } from '../charts/chart-files.ts'
import type { ChartData } from '../charts/chart-data.ts'
import { useFormats } from '../session/session-store.ts'

export interface WidgetMenuProps {
  readonly title: string
  readonly data: ChartData | null
  readonly drawing: () => SVGSVGElement | null
  /** Null where the widget is a table anyway. */
  readonly asTable: boolean | null
  readonly onTable: (asTable: boolean) => void
  readonly onExplain: () => void
}

const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** What can be done with a chart besides looking at it. */
export function WidgetMenu({ title, data, drawing, asTable, onTable, onExplain }: WidgetMenuProps) {
  const formats = useFormats()
  const savePng = async () => {
    const svg = drawing()
    try {
      if (svg) saveFile(`${fileName(title)}.png`, await chartPng(svg, title))
    } catch {
      toast.error('The image could not be created.')
    }
  }
  const saveCsv = () => {
    // The mark tells spreadsheets that the text is UTF-8.
    if (data)
      saveFile(`${fileName(title)}.csv`, new Blob(['\uFEFF', chartCsv(data, formats)], { type: 'text/csv' }))
  }
  return (
    <Menu
      label={`Options for ${title}`}
      target={<IconButton icon="more" label={`Options for ${title}`} sizePx={28} />}
    >
      {asTable === null ? null : (
        <MenuItem icon={asTable ? 'chart' : 'rows'} onSelect={() => onTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </MenuItem>
      )}
      <MenuItem icon="info" onSelect={onExplain}>
        How is this computed
      </MenuItem>
      <MenuDivider />
      {asTable === false ? (
        <MenuItem icon="download" onSelect={() => void savePng()}>
          Download PNG
        </MenuItem>
      ) : null}
      <MenuItem icon="download" refusal={data === null ? 'No figures yet' : null} onSelect={saveCsv}>
        Download CSV
      </MenuItem>
    </Menu>
  )
}
