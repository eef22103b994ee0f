import { csvRow } from '@signalbox/model/text/csv'
import { formatExportNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import type { ChartData } from './chart-data.ts'

/** The figures of a chart for a spreadsheet, with what they are made of. */
export function chartCsv({ rowTitle, rows, columns }: ChartData, formats: UserFormats): string {
  const counted = columns.filter((column) => rows.some((row) => row.cells[column.key]?.low !== undefined))
  const header = [
    rowTitle,
    ...columns.map(({ label }) => label),
    ...counted.map(({ label }) => `${label} (n)`),
  ]
  const figure = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : formatExportNumber(value, formats)
  return [
    header,
    ...rows.map((row) => [
      row.label,
      ...columns.map(({ key }) => figure(row.cells[key]?.value)),
      ...counted.map(({ key }) => figure(row.cells[key]?.n)),
    ]),
  ]
    .map((cells) => csvRow(cells, formats.csvSeparator))
    .join('')
}

const drawn = ['fill', 'stroke', 'color', 'font-size', 'font-weight', 'font-family'] as const
/** Sharp also on screens and paper with two dots where others have one. */
const sharpness = 2

/** A copy in which every colour is written out: a picture file has no theme to look it up in. */
function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = svg.querySelectorAll<SVGElement>('*')
  for (const [index, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const original = originals[index]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const name of drawn) element.style.setProperty(name, style.getPropertyValue(name))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new XMLSerializer().serializeToString(copy)
}

const loaded = (source: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error('The chart could not be drawn as an image')))
    image.src = source
  })

/** The drawing as it is on the page, with its title above. */
export async function chartPng(svg: SVGSVGElement, title: string): Promise<Blob> {
  const box = svg.getBoundingClientRect()
  const style = getComputedStyle(document.documentElement)
  const headPx = 36
  const padPx = 16
  const canvas = document.createElement('canvas')
  canvas.width = (box.width + 2 * padPx) * sharpness
  canvas.height = (box.height + headPx + 2 * padPx) * sharpness
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The chart could not be drawn as an image')
  context.scale(sharpness, sharpness)
  context.fillStyle = style.getPropertyValue('--surface-card')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = style.getPropertyValue('--ink')
  context.font = `600 16px ${getComputedStyle(document.body).fontFamily}`
  context.fillText(title, padPx, padPx + 16)
  const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`)
  context.drawImage(image, padPx, padPx + headPx, box.width, box.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The chart could not be drawn as an image'))),
      'image/png',
    ),
  )
}
