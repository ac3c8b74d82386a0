#include "report/html.h"

namespace pktgen {

std::string_view page_style() {
  return R"css(
:root { color-scheme: light dark; --back: #fff; --card: #f6f7f9; --text: #1c2128; --faint: #5b6570;
  --line: #d9dee4; --pass: #1a7f37; --fail: #c62828; --unknown: #9a6700;
  --s0: #1565c0; --s1: #d84315; --s2: #5e9bd6; --s3: #ef8a62; --limit: #c3c9d0; --right: #7b3fa0; }
@media (prefers-color-scheme: dark) {
  :root { --back: #14181d; --card: #1c2229; --text: #e3e8ee; --faint: #9aa5b1; --line: #333c46;
    --pass: #3fb950; --fail: #ff6b60; --unknown: #d9a521;
    --s0: #64aef5; --s1: #ff8a5c; --s2: #3c78b4; --s3: #b4583a; --limit: #4a5562; --right: #c190e8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 84rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: .5rem 0; white-space: pre-wrap; }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
.emulated { padding: .5rem 1rem; border: 2px dashed var(--unknown); color: var(--unknown); font-weight: 600; }
.banner { padding: .8rem 1rem; border-left: .4rem solid; background: var(--card); font-size: 1.1rem; }
.banner.pass { border-color: var(--pass); } .banner.fail { border-color: var(--fail); }
.banner.not_measured { border-color: var(--unknown); }
td.pass { color: var(--pass); } td.fail { color: var(--fail); font-weight: 600; }
td.not_measured { color: var(--unknown); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 1rem 0; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .55rem; border-bottom: 1px solid var(--line); text-align: right; }
th, td { white-space: nowrap; }
th { color: var(--faint); font-weight: 600; vertical-align: top; }
th small { display: block; font-weight: 400; }
.left { text-align: left; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(25rem, 1fr)); gap: 1rem; }
figure { margin: 0; padding: .8rem; background: var(--card); break-inside: avoid; }
figcaption { font-weight: 600; margin-bottom: .4rem; } figure div { position: relative; height: 19rem; }
.finding { padding: .6rem 1rem; margin: .6rem 0; border-left: .3rem solid var(--line);
  background: var(--card); break-inside: avoid; }
.finding.fail { border-color: var(--fail); } .finding.not_measured { border-color: var(--unknown); }
.finding p { margin: .2rem 0; } .finding b { font-family: ui-monospace, monospace; }
.finding .where { color: var(--faint); }
details { margin: 2rem 0 0; } summary { cursor: pointer; font-weight: 600; }
@media print {
  :root { color-scheme: light; --back: #fff; --card: #fff; --text: #000; --faint: #444; --line: #bbb;
    --pass: #1a7f37; --fail: #c62828; --unknown: #9a6700; }
  @page { size: A4 landscape; margin: 12mm; }
  body { padding: 0; max-width: none; font-size: 11px; }
  table { font-size: 9px; } figure { border: 1px solid #bbb; }
  .charts { grid-template-columns: repeat(3, 1fr); } figure div { height: 13rem; }
  th, td { padding: .1rem .3rem; } }
)css";
}

std::string_view page_script() {
  return R"js(
(() => {
  if (typeof Chart === 'undefined') return;
  const charts = JSON.parse(document.getElementById('charts').textContent);
  const drawn = [];
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const dataset = (series, index, all) => {
    const many = all.length > 5, hue = `hsl(${Math.round(360 * index / all.length)}, 65%, 50%)`;
    const stroke = colour(series.limit ? '--limit' : series.right ? '--right' : '--s' + index % 4);
    if (many)
      return { label: series.name, data: series.values, borderColor: hue, backgroundColor: hue,
               borderWidth: 1.5, pointRadius: 2, pointStyle: 'circle', yAxisID: 'y' };
    // The first series lies on top: those below are broader, so that equal lines are all seen.
    return { label: series.name, data: series.values, borderColor: stroke, backgroundColor: stroke,
             borderWidth: series.limit ? 10 : series.right ? 1.5 : 2 + 2 * index,
             borderDash: series.right ? [6, 4] : [], pointRadius: series.limit ? 0 : 3 + index,
             pointStyle: index % 2 ? 'rectRot' : 'circle', yAxisID: series.right ? 'right' : 'y' };
  };
  const draw = () => {
    drawn.splice(0).forEach(chart => chart.destroy());
    const grid = colour('--line'), text = colour('--faint');
    const axis = (label, more) => ({ title: { display: true, text: label, color: text },
                                     grid: { color: grid, borderColor: grid }, ticks: { color: text },
                                     ...more });
    charts.forEach((chart, i) => {
      const scales = { x: axis(chart.x_label, {}),
                       y: axis(chart.y_label, chart.log ? { type: 'logarithmic' } : { beginAtZero: true }) };
      if (chart.right_label) {
        scales.right = axis(chart.right_label, { position: 'right', beginAtZero: true });
        scales.right.grid = { drawOnChartArea: false };
      }
      drawn.push(new Chart(document.getElementById('chart' + i), {
        type: 'line', data: { labels: chart.x, datasets: chart.series.map(dataset) },
        options: { animation: false, responsive: true, maintainAspectRatio: false, scales,
                   interaction: { mode: 'index', intersect: false },
                   plugins: { legend: { labels: { color: text, usePointStyle: true, boxHeight: 7 } } } } }));
    });
  };
  draw();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('beforeprint', () => drawn.forEach(chart => chart.resize()));
})();
)js";
}

}  // namespace pktgen
