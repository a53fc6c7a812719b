/** A board as rows of panels; what Grafana calls everything is below, once. */
import { DashboardBuilder, DatasourceVariableBuilder, QueryVariableBuilder, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** Units of Grafana that we use. */
export type Unit = 'short' | 's' | 'reqps' | 'percentunit' | 'bytes' | 'cps';

export interface Panel {
  title: string;
  /** What it is for, or what to do when it looks wrong. */
  about: string;
  unit: Unit;
  /** Legend → PromQL. `$process` narrows to processes chosen above. */
  lines: Readonly<Record<string, string>>;
}

export interface Board {
  uid: string;
  title: string;
  rows: readonly { title: string; panels: readonly Panel[] }[];
}

const SOURCE = { type: 'prometheus', uid: '${datasource}' } as const;
const HEIGHT = 8;
const WIDTH = 24;

function panel({ title, about, unit, lines }: Panel, width: number): PanelBuilder {
  const targets = Object.entries(lines).map(([legend, expr], index) =>
    new DataqueryBuilder()
      .refId(String.fromCodePoint(65 + index))
      .expr(expr)
      .legendFormat(legend)
      .datasource(SOURCE),
  );
  return new PanelBuilder()
    .title(title)
    .description(about)
    .unit(unit)
    .min(0)
    .datasource(SOURCE)
    .height(HEIGHT)
    .span(width)
    .fillOpacity(10)
    .targets(targets);
}

/** One of the choices at the top of a board: values of a label, all of them to begin with. */
const chosenBy = (label: string, title: string, narrowed = ''): QueryVariableBuilder =>
  new QueryVariableBuilder(label)
    .label(title)
    .datasource(SOURCE)
    .query(`label_values(up{${['job="posthorn"', narrowed].filter(Boolean).join(',')}}, ${label})`)
    .includeAll(true)
    .multi(true)
    .allValue('.*');

/** The board as Grafana's JSON. Ids follow from the order, so that the same code makes the same text. */
export function toDashboard({ uid, title, rows }: Board): Dashboard {
  const board = new DashboardBuilder(`Posthorn / ${title}`)
    .uid(`posthorn-${uid}`)
    .tags(['posthorn'])
    .timezone('browser')
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').label('Source').type('prometheus'))
    .withVariable(chosenBy('namespace', 'Namespace'))
    .withVariable(chosenBy('release', 'Release', 'namespace=~"$namespace"'))
    .withVariable(chosenBy('process', 'Process', 'namespace=~"$namespace",release=~"$release"'));
  for (const row of rows) {
    board.withRow(new RowBuilder(row.title));
    for (const one of row.panels) board.withPanel(panel(one, Math.max(8, Math.floor(WIDTH / row.panels.length))));
  }
  const dashboard = board.build();
  dashboard.panels?.forEach((one, index) => {
    one.id = index + 1;
  });
  return dashboard;
}
