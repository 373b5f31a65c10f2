"""Data frames of charts, outcomes and lists, for the extra `pandas`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .document import Document

if TYPE_CHECKING:
    import pandas as pd


def frame_of(rows: Iterable[Mapping[str, Any]], dates: Iterable[str] = ()) -> pd.DataFrame:
    """A row for each document; a nested object becomes columns with a dot."""
    try:
        import pandas as pd
    except ImportError as missing:
        raise ImportError("to_frame() needs pandas: pip install 'research-intelligence[pandas]'") from missing
    frame = pd.json_normalize([dict(row) for row in rows])
    for column in dates:
        if column in frame:
            frame[column] = pd.to_datetime(frame[column], utc=column.endswith("_at"), format="ISO8601")
    return frame


class ChartDocument(Document):
    """A chart as a frame: the sessions are its index."""

    def to_frame(self) -> pd.DataFrame:
        """The two indices and their difference, a row for each session."""
        series: list[dict[str, Any]] = self.model_dump(mode="json")["series"]
        return frame_of(series, dates=["session_date"]).set_index("session_date")


class OutcomesDocument(Document):
    """A belief record, whose outcomes can be a frame."""

    def outcomes_to_frame(self) -> pd.DataFrame:
        """A row for each outcome, with the belief it is about."""
        record = self.model_dump(mode="json")
        rows = [{"belief_id": record["belief_id"], **outcome} for outcome in record["outcomes"]]
        return frame_of(rows, dates=["span_started_at", "entry_session", "exit_session"])
