"""A client in another language, generated from the protos. Asks contacts for one contact and prints what it is told, as JSON.

Arguments: the folder of the generated code, the address, the token, the project, the contact's id, the deadline in seconds.
"""
import json
import sys

generated, address, token, project, contact, deadline = sys.argv[1:]
sys.path.insert(0, generated)

import grpc
from posthorn.contacts.v1 import contacts_pb2, contacts_pb2_grpc

metadata = [pair for pair in (("authorization", f"Bearer {token}" if token else ""), ("x-project-id", project)) if pair[1]]
with grpc.insecure_channel(address) as channel:
    stub = contacts_pb2_grpc.ContactsServiceStub(channel)
    try:
        found = stub.Get(contacts_pb2.GetRequest(id=contact), metadata=metadata, timeout=float(deadline))
        print(json.dumps({"status": "OK", "id": found.id, "email": found.email}))
    except grpc.RpcError as error:
        print(json.dumps({"status": error.code().name, "details": error.details()}))
