"""Asks a server for what it offers, knowing nothing but its address, and reads a contact by what it was told. Prints JSON.

Arguments: the address, the token, the project, the contact's id. Of the services it prints the methods; then what else it was told, and how it read the contact.
"""
import json
import sys

address, token, project, contact = sys.argv[1:]

import grpc
from google.protobuf import descriptor_pool, message_factory
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase


class Bearer(grpc.StreamStreamClientInterceptor):
    def intercept_stream_stream(self, continuation, details, requests):
        return continuation(details._replace(metadata=[("authorization", f"Bearer {token}")]), requests)


with grpc.insecure_channel(address) as channel:
    try:
        database = ProtoReflectionDescriptorDatabase(grpc.intercept_channel(channel, Bearer()))
        names = list(database.get_services())
        pool = descriptor_pool.DescriptorPool(database)
        service = pool.FindServiceByName("posthorn.contacts.v1.ContactsService")
        get = service.methods_by_name["Get"]
        request, reply = (message_factory.GetMessageClass(kind) for kind in (get.input_type, get.output_type))
        ask = channel.unary_unary(f"/{service.full_name}/{get.name}", request_serializer=request.SerializeToString, response_deserializer=reply.FromString)
        found = ask(request(id=contact), metadata=[("authorization", f"Bearer {token}"), ("x-project-id", project)], timeout=10)
        method = database.FindFileContainingSymbol(f"{service.full_name}.Get").name
        try:
            unknown = database.FindFileContainingSymbol("posthorn.Nothing").name
        except KeyError:
            unknown = None
        print(json.dumps({
            "status": "OK", "services": names, "methods": sorted(service.methods_by_name), "email": found.email, "method": method, "unknown": unknown,
            "file": database.FindFileByName("posthorn/options.proto").name,
            "extensions": list(database.FindAllExtensionNumbers("google.protobuf.MethodOptions")),
        }))
    except grpc.RpcError as error:
        print(json.dumps({"status": error.code().name}))
