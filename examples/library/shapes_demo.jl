# Uses shapes.fut as a shared library from Julia.
#
#   ravel build --shared shapes.fut
#   julia shapes_demo.jl
using Libdl

const library = dlopen(joinpath(pwd(), "libshapes.so"))
call(name) = dlsym(library, name)

const config = ccall(call(:futhark_context_config_new), Ptr{Cvoid}, ())
const context = ccall(call(:futhark_context_new), Ptr{Cvoid}, (Ptr{Cvoid},), config)

function check(code)
    code == 0 && return
    text = ccall(call(:futhark_context_get_error), Ptr{UInt8}, (Ptr{Cvoid},), context)
    text == C_NULL && error("unknown error")
    message = unsafe_string(text)
    Libc.free(text)
    error(message)
end

function scale(factor, xs::Vector{Float64})
    array = ccall(call(:futhark_new_f64_1d), Ptr{Cvoid}, (Ptr{Cvoid}, Ptr{Float64}, Int64), context, xs, length(xs))
    out = Ref{Ptr{Cvoid}}(C_NULL)
    try
        check(ccall(call(:futhark_entry_scale), Cint, (Ptr{Cvoid}, Ref{Ptr{Cvoid}}, Float64, Ptr{Cvoid}),
                    context, out, factor, array))
    finally
        ccall(call(:futhark_free_f64_1d), Cint, (Ptr{Cvoid}, Ptr{Cvoid}), context, array)
    end
    scaled = similar(xs)
    check(ccall(call(:futhark_values_f64_1d), Cint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Float64}), context, out[], scaled))
    ccall(call(:futhark_free_f64_1d), Cint, (Ptr{Cvoid}, Ptr{Cvoid}), context, out[])
    scaled
end

function pick(xs::Vector{Int32}, i)
    array = ccall(call(:futhark_new_i32_1d), Ptr{Cvoid}, (Ptr{Cvoid}, Ptr{Int32}, Int64), context, xs, length(xs))
    picked = Ref{Int32}(0)
    try
        check(ccall(call(:futhark_entry_pick), Cint, (Ptr{Cvoid}, Ref{Int32}, Ptr{Cvoid}, Int64),
                    context, picked, array, i))
    finally
        ccall(call(:futhark_free_i32_1d), Cint, (Ptr{Cvoid}, Ptr{Cvoid}), context, array)
    end
    picked[]
end

println("scaled: ", scale(10.0, [3.0, 1.0, 2.0]))
try
    pick(Int32[1, 2, 3], 7)
catch failure
    println("error: ", failure.msg)
end
println("picked ", pick(Int32[1, 2, 3], 2))

ccall(call(:futhark_context_free), Cvoid, (Ptr{Cvoid},), context)
ccall(call(:futhark_context_config_free), Cvoid, (Ptr{Cvoid},), config)
