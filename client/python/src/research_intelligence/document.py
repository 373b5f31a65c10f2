"""The base of every model: a document that was read, which nothing changes."""

from pydantic import BaseModel, ConfigDict


class Document(BaseModel):
    """Fields that a later version adds are kept."""

    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True, protected_namespaces=())
