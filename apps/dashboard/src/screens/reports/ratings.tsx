import type { StatisticsRatingsAnswer } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { departmentsQuery } from '../../api/lists.ts'
import { Empty } from '../../parts/empty.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { numberText, say } from '../../words/say.ts'
import { Chart } from './chart.tsx'
import { type Compared, ratingsQuery, type Scope } from './data.ts'
import { Figure } from './figure.tsx'

type Counts = StatisticsRatingsAnswer['total']

/** How customers rated resolved conversations: on average, by score, member and department. */
export function Ratings({ scope }: { scope: Scope }) {
  const query = useQuery(ratingsQuery(scope))
  return (
    <Panel title={say('report.ratings')}>
      <Loaded query={query}>
        {(ratings) =>
          ratings.now.total.asked === 0 ? (
            <Empty title={say('report.noRatings')}>
              {say('report.noRatingsWhy')} <PlaceLink to="settings/automations">{say('nav.automations')}</PlaceLink>
            </Empty>
          ) : (
            <Rated ratings={ratings} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function Rated({ ratings: { now, before } }: { ratings: Compared<StatisticsRatingsAnswer> }) {
  const { total, members, departments } = now
  const names = useQuery(departmentsQuery(useWorkspaceId())).data ?? []
  const byMember = members.map((each) => ({ ...each, id: each.member, name: each.name ?? say('report.leftMember') }))
  const byDepartment = departments.map((each) => {
    const { department: id } = each
    return { ...each, id, name: names.find((known) => known.id === id)?.name ?? id }
  })
  const tables = [
    { label: say('report.ratingsByMember'), first: say('report.member'), rows: byMember },
    { label: say('report.ratingsByDepartment'), first: say('report.department'), rows: byDepartment },
  ]
  return (
    <>
      <Facts
        facts={[
          [say('report.average'), <Figure key="average" now={total.average} before={before?.total.average} />],
          [say('report.rated'), <Figure key="rated" now={total.answers} before={before?.total.answers} />],
          [say('report.asked'), <Figure key="asked" now={total.asked} before={before?.total.asked} />],
        ]}
      />
      <Chart
        label={say('report.ratings')}
        names={total.scores.map((_, i) => numberText(i + 1))}
        series={[{ name: say('report.rated'), color: 'link', values: total.scores }]}
        before={before?.total.scores}
        text={numberText}
      />
      {tables.map(
        ({ label, first, rows }) =>
          rows.length > 0 && (
            <Rows key={label} label={label} columns={columns(first)} rows={rows} keyOf={({ id }) => id} />
          ),
      )}
    </>
  )
}

const averageText = ({ average: score }: Counts) => (score === null ? '–' : numberText(score))

const columns = (firstColumn: string): Column<Counts & { id: string; name: string }>[] => [
  { name: firstColumn, cell: ({ name }) => name },
  { name: say('report.average'), cell: averageText, isNumber: true },
  { name: say('report.rated'), cell: ({ answers }) => numberText(answers), isNumber: true },
  { name: say('report.asked'), cell: ({ asked }) => numberText(asked), isNumber: true },
]
